import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { requireApp } from '#domain/access/caller'
import { findChannel } from '#domain/channels/find'
import { sendMessage } from '#domain/people/messages/send'
import { setAgentStatus } from '#domain/threads/agentSessions'
import { noThreadTs } from '#domain/threads/find'
import { suggestPrompts } from '#domain/threads/suggestedPrompts'
import { setThreadTitle } from '#domain/threads/title'
import { actionsOn, dm, rootTs } from '#testing/workspace/domain'
import { startServer } from '#testing/server/server'
import { connectViewer } from '#testing/feed/viewer'
import type { ServerFrame } from '#feed/protocol/serverFrames'

const prompts = [{ title: 'Plan', message: 'Make a plan.' }]
const isThreadChanged = (frame: ServerFrame) => frame.type === 'thread_changed'

async function startThreadFeed() {
  const server = await startServer()
  const { store } = server
  const { findCaller, findPerson } = actionsOn(store)
  const { app, userId } = requireApp(await findCaller('xoxb-acme-scout'))
  const ana = await findPerson('U0ANA')
  const channel = (await findChannel(store.db, dm.team_id, dm.id))!
  return {
    ...server,
    name: (title: string) => store.write((tx) => setThreadTitle(tx, channel, rootTs, title, 'U0SCOUT')),
    suggest: (threadTs: string, given = prompts) =>
      store.write((tx) => suggestPrompts(tx, { channel, threadTs, appId: app.id, title: 'Ask', prompts: given })),
    work: (status: 'processing' | 'closed') =>
      store.write((tx) => setAgentStatus(tx, { channel, threadTs: rootTs, app, userId, status })),
    speak: (threadTs?: string) => store.write((tx) => sendMessage(tx, ana, { channelId: dm.id, text: 'Hm', threadTs })),
  }
}

describe('threads in the feed', () => {
  test('look the same after each frame as to a new viewer', async () => {
    const { url, name, suggest, work, speak } = await startThreadFeed()
    const ana = await connectViewer(url, 'U0ANA')
    await ana.open(dm.id)
    const steps = [
      () => name('Deploy'),
      () => suggest(rootTs),
      () => suggest(noThreadTs),
      () => work('processing'),
      () => work('closed'),
      () => speak(rootTs),
      () => suggest(noThreadTs, []),
      () => name(''),
      () => suggest(noThreadTs),
      () => speak(),
    ]
    for (const step of steps) {
      const from = ana.frames.length
      await step()
      await ana.next(isThreadChanged, from)
      const fresh = await connectViewer(url, 'U0ANA')
      await fresh.open(dm.id)
      await ana.until(() => isDeepStrictEqual(ana.visible().threads, fresh.visible().threads))
      fresh.socket.close()
    }
    expect(ana.visible().threads).toMatchObject([{ thread_ts: rootTs, agents: [{ status: 'closed' }] }])
  })

  test('say when the work of an agent ends, and show no work to a viewer that comes later', async () => {
    const { url, work, store } = await startThreadFeed()
    const ana = await connectViewer(url, 'U0ANA')
    await ana.open(dm.id)
    await work('processing')
    await ana.until(() => ana.threads.size === 1)
    expect(ana.threads.get(rootTs)?.agents).toEqual([
      { app_id: 'A0SCOUT', user: 'U0SCOUT', status: 'processing', ends_at: expect.any(Number) },
    ])
    store.db.clock.advance(3_600_000)
    const late = await connectViewer(url, 'U0ANA')
    await late.open(dm.id)
    expect(late.threads.get(rootTs)?.agents).toMatchObject([{ status: 'active' }])
  })

  test('have their details, and apps have their own suggestions', async () => {
    const { url, name } = await startThreadFeed()
    await name('Deploy')
    const ana = await connectViewer(url, 'U0ANA')
    ana.send({ type: 'thread', channel: dm.id, thread_ts: rootTs })
    await ana.until(() => ana.threads.size === 1)
    expect(ana.threads.get(rootTs)).toEqual({ thread_ts: rootTs, title: 'Deploy', agents: [] })
    if (ana.firstFrame.type !== 'welcome') throw new Error(ana.firstFrame.type)
    expect(ana.firstFrame.users.find(({ id }) => id === 'U0SCOUT')?.prompts).toEqual([
      { title: 'What changed?', message: 'What changed since yesterday?' },
    ])
  })

  test('are sent to nobody who cannot see the channel', async () => {
    const { url, name, speak } = await startThreadFeed()
    const ben = await connectViewer(url, 'U0BEN')
    const ana = await connectViewer(url, 'U0ANA')
    await name('Deploy')
    await speak()
    await ana.until(() => ana.threads.size === 1 && ana.frames.some(({ type }) => type === 'message'))
    ben.send({ type: 'ping' })
    await ben.next(({ type }) => type === 'pong')
    expect(ben.frames.some(isThreadChanged)).toBe(false)
  })
})
