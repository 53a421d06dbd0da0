import { markdownFromReply } from '@rivulet/blocks/streamedReply'
import { describe, expect, test } from 'vitest'
import { logEntry } from '#domain/log/entry'
import { newestSeq } from '#domain/log/numbers'
import { sendMessage } from '#domain/people/messages/send'
import { publishHome } from '#domain/views/home'
import { actionsOn, dm, rootTs, text } from '#testing/workspace/domain'
import { startServer } from '#testing/server/server'
import { connectViewer, type TestViewer } from '#testing/feed/viewer'
import type { ServerFrame } from '#feed/protocol/serverFrames'

const isDelta = (frame: ServerFrame) => frame.type === 'delta'
const general = { team_id: 'T0ACME', id: 'C0GENERAL' }
const forAna = { channel: 'C0GENERAL', user: 'U0ANA', team: 'T0ACME' }

async function startFeedServer() {
  const server = await startServer()
  return { ...server, ...actionsOn(server.store) }
}

function textOf(viewer: TestViewer, ts: string): string | undefined {
  const stream = viewer.messages.get(ts)?.stream
  return stream ? markdownFromReply(stream.reply) : undefined
}

describe('the feed', () => {
  test('[STR-8] shows a stream for one person to nobody else until it ends', async () => {
    const { url, start, append } = await startFeedServer()
    const [ana, ben, late] = [
      await connectViewer(url, 'U0ANA'),
      await connectViewer(url, 'U0BEN'),
      await connectViewer(url, 'U0BEN'),
    ]
    for (const viewer of [ana, ben]) await viewer.open('C0GENERAL')
    const ts = await start(text('secret '), forAna)
    await append(ts, text('words'), general)
    await ana.until(() => textOf(ana, ts) === 'secret words')
    await ben.until(() => ben.messages.has(ts))
    await late.open('C0GENERAL')
    late.send({ type: 'thread', channel: 'C0GENERAL', thread_ts: rootTs })
    const thread = await late.next((frame) => frame.type === 'thread')
    expect(ben.messages.get(ts)).toMatchObject({ streaming_state: 'in_progress', stream: null, text: '', blocks: [] })
    expect(thread.type === 'thread' && thread.messages.find((message) => message.ts === ts)).toMatchObject({
      stream: null,
    })
    for (const viewer of [ben, late]) expect(JSON.stringify(viewer.frames)).not.toContain('secret')
    expect(ben.frames.filter(isDelta)).toEqual([])
  })

  test('[STR-8] shows a stream to all members if the settings say so', async () => {
    const { url, start, append, changeSettings } = await startFeedServer()
    await changeSettings({ stream: { idleTimeout: 0, lifetime: 0, audience: 'members', maxText: 1000 } })
    const ben = await connectViewer(url, 'U0BEN')
    await ben.open('C0GENERAL')
    const ts = await start(text('open '), forAna)
    await append(ts, text('words'), general)
    await ben.until(() => textOf(ben, ts) === 'open words')
  })

  test('[ACT-9] a view is sent to its owner, whomever the log entry names', async () => {
    const { url, store } = await startFeedServer()
    const [ana, ben] = [await connectViewer(url, 'U0ANA'), await connectViewer(url, 'U0BEN')]
    const home = { type: 'home' as const, blocks: [{ type: 'divider' as const }] }
    const published = await store.write((tx) =>
      publishHome(tx, { teamId: 'T0ACME', appId: 'A0SCOUT', userId: 'U0ANA' }, home),
    )
    await ana.next((frame) => frame.type === 'home')
    const from = ana.frames.length
    const after = await newestSeq(store.db, 'T0ACME')
    const entry = { team_id: 'T0ACME', channel_id: null, n: null, body: null }
    const forBen = [
      { ...entry, seq: after + 1, kind: 'view' as const, ts: published.root_id, subject: 'U0BEN' },
      { ...entry, seq: after + 2, kind: 'preferences' as const, ts: null, subject: 'U0BEN' },
    ]
    store.onLogged({ team: 'T0ACME', last: after + 2, logged: { after, entries: forBen } })
    await ben.next((frame) => frame.type === 'preferences')
    expect(ben.frames.filter(({ type }) => type === 'home')).toEqual([])
    await ana.next((frame) => frame.type === 'home', from)
  })

  test('[MSG-9] sends no reply to a ts that never named a message', async () => {
    const { url, request } = await startFeedServer()
    const ben = await connectViewer(url, 'U0BEN')
    await ben.open('C0HELP')
    const post = async (args: object) => {
      const headers = { authorization: 'Bearer xoxb-acme-scout' }
      const { body } = await request('POST', '/api/chat.postMessage', { channel: 'C0HELP', ...args }, headers)
      expect(body).toMatchObject({ ok: true })
    }
    await post({ text: 'lost', thread_ts: '1234.5678' })
    await post({ text: 'found' })
    await ben.until(() => ben.frames.some((frame) => frame.type === 'message' && frame.message.text === 'found'))
    expect(JSON.stringify(ben.frames)).not.toContain('lost')
  })

  test('[PLA-1] sends nothing of a private channel to people outside it', async () => {
    const { url, start, append, stop, store, findPerson } = await startFeedServer()
    const [ana, ben] = [await connectViewer(url, 'U0ANA'), await connectViewer(url, 'U0BEN')]
    await ana.open(dm.id)
    ben.send({ type: 'open', channel: dm.id })
    ben.send({ type: 'thread', channel: dm.id, thread_ts: rootTs })
    ben.send({ type: 'history', channel: dm.id, before: '9999999999.000000' })
    await ben.until(() => ben.frames.filter(({ type }) => type === 'refused').length === 3)
    for (const frame of ben.frames.filter(({ type }) => type === 'refused'))
      expect(frame).toMatchObject({ error: 'channel_not_found' })

    const ts = await start(text('hush'))
    await append(ts, text(' now'))
    await ana.until(() => textOf(ana, ts) === 'hush now')
    await stop(ts)
    const caller = await findPerson('U0ANA')
    await store.write((tx) => sendMessage(tx, caller, { channelId: 'C0SECRET', text: 'psst' }))
    await ana.until(() => ana.frames.some((frame) => frame.type === 'message' && frame.channel === 'C0SECRET'))
    await store.write((tx) => sendMessage(tx, caller, { channelId: 'C0GENERAL', text: 'done' }))
    await ben.until(() => ben.frames.some((frame) => frame.type === 'message' && frame.message.text === 'done'))
    const received = JSON.stringify(ben.frames)
    for (const word of ['hush', 'psst', dm.id + '","message', 'Nobody must know']) expect(received).not.toContain(word)
  })

  test('[PLA-1, STA-1, STA-7] shows a status with its name and icon, and to nobody outside the channel', async () => {
    const { url, request, store, findPerson } = await startFeedServer()
    const [ana, ben] = [await connectViewer(url, 'U0ANA'), await connectViewer(url, 'U0BEN')]
    await ana.open(dm.id)
    ben.send({ type: 'open', channel: dm.id })
    const place = { channel_id: dm.id, thread_ts: rootTs }
    const status = async (args: object) => {
      const authorization = 'Bearer xoxb-acme-scout'
      const { body } = await request(
        'POST',
        '/api/assistant.threads.setStatus',
        { ...place, ...args },
        { authorization },
      )
      expect(body).toMatchObject({ ok: true })
    }
    const shown = () => [...ana.statuses.values()].map(({ text }) => text)
    await status({
      status: 'hunts mice',
      username: 'Night Scout',
      icon_emoji: ':owl:',
      icon_url: 'https://a.example/o',
    })
    await ana.until(() => shown().includes('Night Scout hunts mice'))
    const [first] = ana.statuses.values()
    expect(first).toMatchObject({ app_id: 'A0SCOUT', user: 'U0SCOUT', icon_emoji: ':owl:' })
    expect(first).not.toHaveProperty('icon_url')
    await status({ status: 'hunts mice', icon_url: 'https://a.example/owl.png' })
    await ana.until(() => shown().includes('Scout hunts mice'))
    expect([...ana.statuses.values()]).toMatchObject([{ icon_url: 'https://a.example/owl.png' }])
    await status({ status: '' })
    await ana.until(() => shown().length === 0)

    const caller = await findPerson('U0ANA')
    await store.write((tx) => sendMessage(tx, caller, { channelId: 'C0GENERAL', text: 'done' }))
    await ben.until(() => ben.frames.some((frame) => frame.type === 'message' && frame.message.text === 'done'))
    expect(ben.frames.filter(({ type }) => type === 'status')).toEqual([])
    expect(JSON.stringify(ben.frames)).not.toContain('mice')
  })

  test('sends nothing more to a person who left, except that the channel is gone', async () => {
    const { url, store } = await startFeedServer()
    const ana = await connectViewer(url, 'U0ANA')
    await ana.open('C0SECRET')
    await store.write(async (tx) => {
      await tx.deleteFrom('members').where('channel_id', '=', 'C0SECRET').where('user_id', '=', 'U0ANA').execute()
      tx.work.log(logEntry('member', 'T0ACME', { channelId: 'C0SECRET', subject: 'U0ANA' }))
    })
    const gone = await ana.next((frame) => frame.type === 'channel_changed')
    expect(gone).toMatchObject({ id: 'C0SECRET', channel: null })
  })
})
