import { describe, expect, test } from 'vitest'
import { sendMessage } from '#domain/people/messages/send'
import { setTopic } from '#domain/channels/topic'
import { inviteMembers } from '#domain/channels/membership/invite'
import { kickMember } from '#domain/channels/membership/leave'
import { teamId } from '#testing/model/crashableServer'
import {
  createWatchedChannel,
  pauseNextSnapshot,
  connectWithoutHello,
  textsSentOf,
  storages,
} from '#testing/feed/orderScene'

describe.each(storages.filter(([, there]) => there))('while frames are read for a viewer, %s', (_, __, medium) => {
  test('older changes that arrive do not undo them', async () => {
    const { store, channel, viewer, other, call } = await createWatchedChannel(medium())
    const { reached, goOn } = pauseNextSnapshot(store, 'before')
    viewer.send({ type: 'open', channel })
    await reached
    const elsewhere = await call('chat.postMessage', { channel: 'C0THREAD', text: 'Elsewhere' })
    await call('chat.postEphemeral', { user: 'U0BEN', text: 'For you' })
    const ts = await call('chat.postMessage', { text: 'First' })
    await other.until(() => other.messages.has(ts))
    await call('chat.update', { ts, text: 'Then' })
    goOn()
    await viewer.next(({ type }) => type === 'channel')
    // Later frames move the cursor on. So whatever no snapshot contains must have been sent before them.
    expect(viewer.frames.map(({ type }) => type).filter((type) => type === 'ephemeral' || type === 'channel')).toEqual([
      'ephemeral',
      'channel',
    ])
    expect(viewer.frames).toContainEqual(
      expect.objectContaining({ message: expect.objectContaining({ ts: elsewhere }) }),
    )
    await other.until(() => other.messages.get(ts)?.text === 'Then')
    await viewer.open(channel)
    expect(textsSentOf(viewer, ts)).not.toContain('First')
    expect(textsSentOf(viewer, ts)).toContain('Then')
  })

  test('newer changes that arrive replace them', async () => {
    const { store, ana, channel, viewer, other } = await createWatchedChannel(medium())
    const { reached, goOn } = pauseNextSnapshot(store, 'after')
    viewer.send({ type: 'topic', id: 'topic', channel, topic: 'One' })
    await reached
    await store.write((tx) => setTopic(tx, ana, channel, 'Two'))
    await other.until(() => other.channels.get(channel)?.topic === 'Two')
    goOn()
    await viewer.next(({ type }) => type === 'changed')
    expect(viewer.channels.get(channel)?.topic).toBe('Two')
  })

  test('a refusal is sent before the frames that let the viewer in', async () => {
    const { store, ana, channel, viewer, other } = await createWatchedChannel(medium())
    // The message that says so is sent to who is a member at that moment.
    const said = other.next(({ type }) => type === 'message', other.frames.length)
    await store.write((tx) => kickMember(tx, ana, channel, 'U0BEN'))
    await said
    await viewer.until(() => !viewer.channels.has(channel))
    const { reached, goOn } = pauseNextSnapshot(store, 'after')
    const from = viewer.frames.length
    viewer.send({ type: 'open', channel })
    await reached
    await store.write((tx) => inviteMembers(tx, ana, channel, ['U0BEN'], false))
    await other.until(() => other.channels.get(channel)?.members.includes('U0BEN') === true)
    goOn()
    await viewer.until(() => viewer.channels.has(channel))
    const frameTypes = viewer.frames.slice(from).map(({ type }) => type)
    expect(frameTypes.slice(0, 2)).toEqual(['refused', 'channel_changed'])
  })

  test('messages that no snapshot contains are sent after the welcome', async () => {
    const { store, url, viewer, call } = await createWatchedChannel(medium())
    const { reached, goOn } = pauseNextSnapshot(store, 'before')
    const { frameTypes, greet } = await connectWithoutHello(url)
    greet({ type: 'hello', protocol: 1 })
    await reached
    await call('chat.postEphemeral', { user: 'U0BEN', text: 'For you' })
    await viewer.next(({ type }) => type === 'ephemeral')
    goOn()
    await expect.poll(frameTypes).toEqual(['welcome', 'ephemeral'])
  })

  test('a failed read does not move the viewer past what it missed', async () => {
    const { store, url, viewer, hello, other, call, unexpectedErrors } = await createWatchedChannel(medium())
    const cursor = hello()
    viewer.socket.terminate()
    const missed = await call('chat.postMessage', { text: 'Missed' })
    await other.until(() => other.messages.has(missed))
    const { reached, fail } = pauseNextSnapshot(store, 'before')
    const { frameTypes, greet, closed } = await connectWithoutHello(url)
    greet(cursor)
    await reached
    const later = await call('chat.postMessage', { text: 'Later' })
    await other.until(() => other.messages.has(later))
    fail(new Error('The database is away.'))
    expect(await closed).toEqual({ code: 1012, reason: 'restarting' })
    expect(frameTypes()).toEqual([])
    expect(unexpectedErrors).toHaveLength(1)
  })

  test('a person who is removed and invited again keeps watching', async () => {
    const { store, url, ana, channel, viewer, hello, other, call } = await createWatchedChannel(medium())
    const cursor = hello()
    viewer.socket.terminate()
    const { reached, goOn } = pauseNextSnapshot(store, 'before')
    const { frames, frameTypes, greet } = await connectWithoutHello(url)
    greet(cursor)
    await reached
    const isIn = () => other.channels.get(channel)?.members.includes('U0BEN')
    await store.write((tx) => kickMember(tx, ana, channel, 'U0BEN'))
    await other.until(() => !isIn())
    await store.write((tx) => inviteMembers(tx, ana, channel, ['U0BEN'], false))
    await other.until(() => isIn() === true)
    goOn()
    await expect.poll(frameTypes).toContain('resumed')
    const root = await store.write((tx) => sendMessage(tx, ana, { channelId: channel, text: 'Go' }))
    const recipient = { recipient_user_id: 'U0BEN', recipient_team_id: teamId }
    const ts = await call('chat.startStream', { thread_ts: root, ...recipient, markdown_text: 'a' })
    await call('chat.appendStream', { ts, markdown_text: 'b' })
    await expect.poll(frameTypes).toContain('delta')
    expect(frames.find(({ type }) => type === 'delta')).toMatchObject({ ts })
  })
})
