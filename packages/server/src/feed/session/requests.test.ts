import { describe, expect, test } from 'vitest'
import { dm, rootTs, text } from '#testing/workspace/domain'
import { connectViewer } from '#testing/feed/viewer'
import { startFeedServer } from '#testing/feed/feedServer'

describe('a socket', () => {
  test('answers requests in order, and refuses without closing', async () => {
    const { url } = await startFeedServer()
    const ana = await connectViewer(url, 'U0ANA')
    ana.send({ type: 'open', channel: 'C0NOWHERE' })
    ana.send({ type: 'thread', channel: dm.id, thread_ts: '1767225600.999999' })
    ana.send({ type: 'history', channel: dm.id, before: rootTs })
    ana.send({ type: 'stop', id: 's', channel: dm.id, ts: rootTs })
    ana.send({ type: 'send', id: 'm', channel: 'C0ANNOUNCE', text: 'Hi' })
    ana.send({ type: 'send', id: 'n', channel: dm.id, text: '' })
    ana.send({ type: 'ping' })
    await ana.next((frame) => frame.type === 'pong')
    expect(ana.frames.slice(1)).toMatchObject([
      { type: 'refused', channel: 'C0NOWHERE', error: 'channel_not_found' },
      { type: 'refused', channel: dm.id, error: 'invalid_thread_ts' },
      { type: 'history', channel: dm.id, messages: [] },
      { type: 'refused', id: 's', error: 'message_not_in_streaming_state' },
      { type: 'refused', id: 'm', error: 'restricted_action_read_only_channel' },
      { type: 'refused', id: 'n', error: 'no_text' },
      { type: 'pong' },
    ])
  })

  test('[PLA-6] lets nobody write to an app without messages or with read-only messages', async () => {
    const { url, store } = await startFeedServer()
    const ana = await connectViewer(url, 'U0ANA')
    ana.send({ type: 'send', id: 'off', channel: 'D0ANAQUIET', text: 'Hi' })
    await ana.next((frame) => frame.type === 'refused')
    const { manifest } = await store.db
      .selectFrom('apps')
      .select('manifest')
      .where('id', '=', 'A0QUIET')
      .executeTakeFirstOrThrow()
    const features = { app_home: { messages_tab_enabled: true, messages_tab_read_only_enabled: true } }
    await store.write((tx) =>
      tx
        .updateTable('apps')
        .set({ manifest: { ...manifest, features } })
        .where('id', '=', 'A0QUIET')
        .execute(),
    )
    ana.send({ type: 'send', id: 'read-only', channel: 'D0ANAQUIET', text: 'Hi' })
    await ana.next((frame) => frame.type === 'refused' && frame.id === 'read-only')
    expect(ana.frames.slice(1)).toMatchObject([
      { type: 'refused', id: 'off', error: 'messages_tab_disabled' },
      { type: 'refused', id: 'read-only', error: 'restricted_action_read_only_channel' },
    ])
  })

  test('[USR-5] gives a person a picture and takes it away, and refuses what is none', async () => {
    const { url, store } = await startFeedServer()
    const ana = await connectViewer(url, 'U0ANA')
    const pixel = 'R0lGODlhAQABAAAAACwAAAAAAQABAAAC'
    const readPicture = async () =>
      (await store.db.selectFrom('users').select('picture').where('id', '=', 'U0ANA').executeTakeFirstOrThrow()).picture
    ana.send({ type: 'picture', id: 'wrong', image: Buffer.from('no picture').toString('base64') })
    expect(await ana.next((frame) => frame.type === 'refused')).toMatchObject({ id: 'wrong', error: 'bad_image' })
    ana.send({ type: 'picture', id: 'give', image: pixel })
    await ana.next((frame) => frame.type === 'saved' && frame.id === 'give')
    expect(await readPicture()).toMatch(/\.gif$/)
    ana.send({ type: 'picture', id: 'take', image: '' })
    await ana.next((frame) => frame.type === 'saved' && frame.id === 'take')
    expect(await readPicture()).toBeNull()
  })

  test('sends a repeated message once, and stops a reply', async () => {
    const { url, start, readMessage } = await startFeedServer()
    const ana = await connectViewer(url, 'U0ANA')
    await ana.open(dm.id)
    const send = {
      type: 'send',
      id: '5f1f9a52-0000-4000-8000-0000000000ff',
      channel: dm.id,
      text: '**Hm**',
      thread_ts: rootTs,
    } as const
    for (let i = 0; i < 3; i++) ana.send(send)
    await ana.until(() => ana.frames.filter(({ type }) => type === 'done').length === 3)
    const done = ana.frames.flatMap((frame) => (frame.type === 'done' ? [frame.ts] : []))
    expect(new Set(done).size).toBe(1)
    await ana.until(() => ana.messages.has(done[0]!))
    expect(ana.messages.get(done[0]!)).toMatchObject({
      text: '*Hm*',
      client_msg_id: send.id,
      thread_ts: rootTs,
      user: 'U0ANA',
    })

    const ts = await start(text('a'))
    ana.send({ type: 'stop', id: 'stop', channel: dm.id, ts })
    await ana.next((frame) => frame.type === 'done' && frame.id === 'stop')
    expect(await readMessage(ts)).toMatchObject({ streaming_state: 'completed' })
  })
})
