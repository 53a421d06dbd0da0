import { describe, expect, test } from 'vitest'
import { sendMessage } from '#domain/people/messages/send'
import { actionsOn, text } from '#testing/workspace/domain'
import { startServer } from '#testing/server/server'
import { connectViewer, type TestViewer } from '#testing/feed/viewer'
import type { ChannelFrame } from '#feed/protocol/clientFrames'

async function startChannelFeed() {
  const server = await startServer()
  const acts = actionsOn(server.store)
  const [ana, ben, eve] = [
    await connectViewer(server.url, 'U0ANA'),
    await connectViewer(server.url, 'U0BEN'),
    await connectViewer(server.url, 'U0EVE'),
  ]
  return { ...server, ...acts, ana, ben, eve, write, settled: waitUntilSettled, expectSameAsFetched }

  async function write(user: string, channelId: string, text: string) {
    const person = await acts.findPerson(user)
    return server.store.write((tx) => sendMessage(tx, person, { channelId, text }))
  }
  /** Waits until each viewer has received everything written so far. */
  async function waitUntilSettled(viewers: TestViewer[]) {
    const ts = await write('U0ANA', 'C0GENERAL', 'That is all.')
    for (const viewer of viewers) await viewer.until(() => viewer.messages.has(ts))
  }
  async function expectSameAsFetched(viewers: Record<string, TestViewer>) {
    await waitUntilSettled(Object.values(viewers))
    for (const [user, viewer] of Object.entries(viewers)) {
      const fresh = await connectViewer(server.url, user)
      for (const one of [viewer, fresh]) await one.loadAllChannels()
      expect([...viewer.channels.values()].toSorted(byId)).toEqual([...fresh.channels.values()].toSorted(byId))
    }
  }
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

/** Sends a channel frame, and returns its answer. */
async function requestChange(viewer: TestViewer, frame: ChannelFrame) {
  viewer.send(frame)
  return viewer.next(
    (answer) => (answer.type === 'changed' || answer.type === 'refused') && 'id' in answer && answer.id === frame.id,
  )
}

async function createChannel(viewer: TestViewer, name: string, isPrivate: boolean): Promise<string> {
  const answer = await requestChange(viewer, { type: 'create', id: `create ${name}`, name, private: isPrivate })
  if (answer.type !== 'changed') throw new Error(JSON.stringify(answer))
  return answer.channel
}

describe('channels in the feed', () => {
  test('look the same after each change as to a new viewer', async () => {
    const { ana, ben, eve, write, expectSameAsFetched } = await startChannelFeed()
    const open = await createChannel(ana, 'open', false)
    const closed = await createChannel(ben, 'closed', true)
    for (const frame of [
      { type: 'join', id: '1', channel: 'C0HELP' },
      { type: 'join', id: '2', channel: open },
      { type: 'topic', id: '3', channel: open, topic: 'Everything' },
      { type: 'leave', id: '4', channel: 'C0HELP' },
    ] as const)
      expect(await requestChange(eve, frame)).toMatchObject({ type: 'changed', channel: frame.channel })
    expect(
      await requestChange(ben, { type: 'invite', id: '5', channel: closed, users: ['U0ANA', 'U0EVE'] }),
    ).toMatchObject({
      type: 'changed',
    })
    expect(await requestChange(eve, { type: 'kick', id: '6', channel: closed, user: 'U0ANA' })).toMatchObject({
      type: 'changed',
    })
    await write('U0BEN', closed, 'For Eve')
    await write('U0EVE', open, 'For Ana')
    expect(await requestChange(ana, { type: 'archive', id: '7', channel: open })).toMatchObject({ type: 'changed' })

    await expectSameAsFetched({ U0ANA: ana, U0BEN: ben, U0EVE: eve })
    expect(ana.channels.get(open)).toMatchObject({ archived: true, topic: 'Everything', unread: [expect.any(String)] })
    expect(ana.channels.has(closed)).toBe(false)
    expect(eve.channels.get(closed)).toMatchObject({ kind: 'private', member: true, unread: [expect.any(String)] })
    expect(ben.channels.get(open)).toMatchObject({ member: false, last_read: null, unread: [] })
  })

  test('[ROM-4] send nothing more to a person who was removed', async () => {
    const { ana, ben, write, settled } = await startChannelFeed()
    const id = await createChannel(ana, 'inner', true)
    await requestChange(ana, { type: 'invite', id: 'in', channel: id, users: ['U0BEN'] })
    await ben.until(() => ben.channels.has(id))
    await ben.open(id)
    await requestChange(ana, { type: 'kick', id: 'out', channel: id, user: 'U0BEN' })
    await ben.until(() => !ben.channels.has(id))
    const from = ben.frames.length
    await write('U0ANA', id, 'psst')
    await settled([ben])
    ben.send({ type: 'open', channel: id })
    await ben.next((frame) => frame.type === 'refused' && frame.channel === id)
    expect(JSON.stringify(ben.frames.slice(from))).not.toContain('psst')
  })

  test('[ROM-4, STR-8] send no more deltas to a person from the moment of their removal', async () => {
    const { url, ana, ben, write, start, append, changeSettings, settled } = await startChannelFeed()
    await changeSettings({ stream: { idleTimeout: 0, lifetime: 0, audience: 'members', maxText: 100_000 } })
    const id = await createChannel(ana, 'inner', true)
    await requestChange(ana, { type: 'invite', id: 'in', channel: id, users: ['U0BEN', 'U0SCOUT'] })
    const root = await write('U0ANA', id, 'Go')
    await ben.until(() => ben.channels.has(id))
    for (const viewer of [ana, ben]) await viewer.open(id)
    const channel = { team_id: 'T0ACME', id }
    const ts = await start(text('seen'), { channel: id, user: 'U0ANA', team: 'T0ACME', threadTs: root })
    await ben.until(() => ben.messages.has(ts))
    const growing = Array.from({ length: 50 }, () => append(ts, text(' more'), channel))
    expect(await requestChange(ana, { type: 'kick', id: 'out', channel: id, user: 'U0BEN' })).toMatchObject({
      type: 'changed',
    })
    for (let i = 0; i < 20; i++) await append(ts, text(' hush'), channel)
    await Promise.all(growing)
    await ana.until(() => ana.messages.get(ts)?.stream?.n === 71)
    // Ben gets neither the later deltas nor, in a new connection, the content.
    const back = await connectViewer(url, 'U0BEN', {
      after: ben.progress.seq,
      epoch: ben.firstFrame.type === 'welcome' ? ben.firstFrame.epoch : '',
      watching: [id],
    })
    await settled([ben, back])
    for (const viewer of [ben, back]) expect(JSON.stringify(viewer.frames)).not.toContain('hush')
  })

  test('[ROM-4, STR-8] that are public send each delta only to the members at that moment', async () => {
    const { ana, ben, eve, write, start, append, changeSettings, settled } = await startChannelFeed()
    await changeSettings({ stream: { idleTimeout: 0, lifetime: 0, audience: 'members', maxText: 100_000 } })
    const id = await createChannel(ana, 'square', false)
    await requestChange(ana, { type: 'invite', id: 'in', channel: id, users: ['U0BEN', 'U0SCOUT'] })
    const root = await write('U0ANA', id, 'Go')
    await settled([ana, ben, eve])
    for (const viewer of [ana, ben, eve]) await viewer.open(id)
    const channel = { team_id: 'T0ACME', id }
    const ts = await start(text('for members'), { channel: id, user: 'U0BEN', team: 'T0ACME', threadTs: root })
    const seenBy = ({ messages }: TestViewer) => messages.get(ts)?.stream
    await append(ts, text(' alone'), channel)
    await ben.until(() => seenBy(ben)?.n === 2)
    await settled([eve])
    expect(seenBy(eve)).toBeNull()
    expect(JSON.stringify(eve.frames)).not.toContain('for members')

    await requestChange(ana, { type: 'kick', id: 'out', channel: id, user: 'U0BEN' })
    await ben.until(() => seenBy(ben) === null)
    await requestChange(eve, { type: 'join', id: 'join', channel: id })
    await eve.until(() => seenBy(eve)?.n === 2)
    for (let i = 0; i < 20; i++) await append(ts, text(' hush'), channel)
    await eve.until(() => seenBy(eve)?.n === 22)
    await settled([ana, ben, eve])
    expect(eve.progress.refetches).toBe(0)
    expect(JSON.stringify(ben.frames)).not.toContain('hush')
    eve.send({ type: 'stop', id: 'stop', channel: id, ts })
    for (const viewer of [ana, ben, eve])
      await viewer.until(() => viewer.messages.get(ts)?.text.startsWith('for members alone hush') === true)
  })

  test('[ROM-5] take somebody who is named twice once', async () => {
    const { ana, settled } = await startChannelFeed()
    const id = await createChannel(ana, 'twice', false)
    const users = ['U0BEN', 'U0BEN']
    expect(await requestChange(ana, { type: 'invite', id: 'i', channel: id, users })).toMatchObject({ type: 'changed' })
    await settled([ana])
  })

  test('[PLA-1] that are private are never mentioned to others', async () => {
    const { ana, ben, eve, settled } = await startChannelFeed()
    const id = await createChannel(ana, 'inner', true)
    await requestChange(ana, { type: 'topic', id: 't', channel: id, topic: 'Hush' })
    await requestChange(ana, { type: 'invite', id: 'i', channel: id, users: ['U0BEN'] })
    await requestChange(ben, { type: 'leave', id: 'l', channel: id })
    await requestChange(ana, { type: 'archive', id: 'a', channel: id })
    await settled([eve])
    expect(JSON.stringify(eve.frames)).not.toContain(id)
    for (const frame of [
      { type: 'join', id: 'j', channel: id },
      { type: 'leave', id: 'l', channel: id },
      { type: 'topic', id: 't', channel: id, topic: '' },
    ] as const)
      expect(await requestChange(eve, frame)).toMatchObject({ type: 'refused', error: 'channel_not_found' })
  })

  test('that cannot be changed as asked are refused with a code and a sentence', async () => {
    const { ana } = await startChannelFeed()
    expect(await requestChange(ana, { type: 'create', id: '1', name: 'big.news', private: false })).toMatchObject({
      error: 'invalid_name_specials',
      detail: expect.stringContaining('lower-case'),
    })
    expect(await requestChange(ana, { type: 'leave', id: '2', channel: 'C0GENERAL' })).toMatchObject({
      error: 'cant_leave_general',
    })
  })
})

describe('a read mark', () => {
  test('[REA-3] reaches every browser of the person, and nobody else', async () => {
    const { url, ben, ana, write, expectSameAsFetched, settled } = await startChannelFeed()
    const other = await connectViewer(url, 'U0BEN')
    const said = [await write('U0ANA', 'C0HELP', 'One'), await write('U0ANA', 'C0HELP', 'Two')]
    for (const viewer of [ben, other]) await viewer.until(() => viewer.channels.get('C0HELP')?.unread.length === 2)

    ben.send({ type: 'mark', channel: 'C0HELP', ts: said[0]! })
    await other.until(() => other.channels.get('C0HELP')?.unread.length === 1)
    other.send({ type: 'mark', channel: 'C0HELP', ts: said[1]! })
    await ben.until(() => ben.channels.get('C0HELP')?.unread.length === 0)
    // A browser that lags behind does not move the mark back.
    ben.send({ type: 'mark', channel: 'C0HELP', ts: said[0]! })
    await settled([ana, ben, other])
    expect(ben.channels.get('C0HELP')).toMatchObject({ last_read: said[1], unread: [] })
    expect(ana.frames.filter(({ type }) => type === 'read')).toEqual([])
    await expectSameAsFetched({ U0BEN: ben })
  })

  test('[REA-1] is sent to a person who was away, with the unread messages', async () => {
    const { url, ben, write } = await startChannelFeed()
    const epoch = ben.firstFrame.type === 'welcome' ? ben.firstFrame.epoch : ''
    const other = await connectViewer(url, 'U0BEN')
    const ts = await write('U0ANA', 'C0HELP', 'One')
    await ben.until(() => ben.messages.has(ts))
    ben.socket.terminate()
    other.send({ type: 'mark', channel: 'C0HELP', ts })
    await other.next((frame) => frame.type === 'read')
    const back = await connectViewer(url, 'U0BEN', { after: ben.progress.seq, epoch })
    expect(await back.next((frame) => frame.type === 'read')).toMatchObject({ last_read: ts, unread: [] })
  })
})
