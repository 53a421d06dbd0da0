import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { asApp } from '#domain/access/caller'
import { findChannel } from '#domain/channels/find'
import { turnClock } from '#domain/clock'
import { say } from '#domain/people/actions'
import { setAgentStatus } from '#domain/threads/agentSessions'
import { outside } from '#domain/threads/find'
import { suggestPrompts } from '#domain/threads/suggestedPrompts'
import { setTitle } from '#domain/threads/title'
import { actsOn, dm, rootTs } from '#testing/workspace/domain'
import { aServer } from '#testing/server/server'
import { aViewer } from '#testing/feed/viewer'
import type { ServerFrame } from './protocol.ts'

const prompts = [{ title: 'Plan', message: 'Make a plan.' }]
const changed = (frame: ServerFrame) => frame.type === 'thread_changed'

async function aFeed() {
  const server = await aServer()
  const { store } = server
  const { callerOf, person } = actsOn(store)
  const { app, userId } = asApp(await callerOf('xoxb-acme-scout'))
  const ana = await person('U0ANA')
  const channel = (await findChannel(store.db, dm.team_id, dm.id))!
  return {
    ...server,
    name: (title: string) => store.write((tx) => setTitle(tx, channel, rootTs, title, 'U0SCOUT')),
    suggest: (threadTs: string, given = prompts) =>
      store.write((tx) => suggestPrompts(tx, { channel, threadTs, appId: app.id, title: 'Ask', prompts: given })),
    work: (status: 'processing' | 'closed') =>
      store.write((tx) => setAgentStatus(tx, { channel, threadTs: rootTs, app, userId, status })),
    speak: (threadTs?: string) => store.write((tx) => say(tx, ana, { channelId: dm.id, text: 'Hm', threadTs })),
  }
}

describe('the feed of what apps say about threads', () => {
  test('shows who applies each frame what a fresh fetch shows', async () => {
    const { url, name, suggest, work, speak } = await aFeed()
    const ana = await aViewer(url, 'U0ANA')
    await ana.open(dm.id)
    const steps = [
      () => name('Deploy'),
      () => suggest(rootTs),
      () => suggest(outside),
      () => work('processing'),
      () => work('closed'),
      () => speak(rootTs),
      () => suggest(outside, []),
      () => name(''),
      () => suggest(outside),
      () => speak(),
    ]
    for (const step of steps) {
      const from = ana.frames.length
      await step()
      await ana.next(changed, from)
      const fresh = await aViewer(url, 'U0ANA')
      await fresh.open(dm.id)
      await ana.until(() => isDeepStrictEqual(ana.seen().threads, fresh.seen().threads))
      fresh.socket.close()
    }
    expect(ana.seen().threads).toMatchObject([{ thread_ts: rootTs, agents: [{ status: 'closed' }] }])
  })

  test('tells the time at which work is over, and who comes later that it is', async () => {
    const { url, work } = await aFeed()
    const ana = await aViewer(url, 'U0ANA')
    await ana.open(dm.id)
    await work('processing')
    await ana.until(() => ana.threads.size === 1)
    expect(ana.threads.get(rootTs)?.agents).toEqual([
      { app_id: 'A0SCOUT', user: 'U0SCOUT', status: 'processing', ends_at: expect.any(Number) },
    ])
    turnClock(3_600_000)
    const late = await aViewer(url, 'U0ANA')
    await late.open(dm.id)
    expect(late.threads.get(rootTs)?.agents).toMatchObject([{ status: 'active' }])
  })

  test('says what is known of a thread with the thread, and an app’s own suggestions with its user', async () => {
    const { url, name } = await aFeed()
    await name('Deploy')
    const ana = await aViewer(url, 'U0ANA')
    ana.send({ type: 'thread', channel: dm.id, thread_ts: rootTs })
    await ana.until(() => ana.threads.size === 1)
    expect(ana.threads.get(rootTs)).toEqual({ thread_ts: rootTs, title: 'Deploy', agents: [] })
    if (ana.first.type !== 'welcome') throw new Error(ana.first.type)
    expect(ana.first.users.find(({ id }) => id === 'U0SCOUT')?.prompts).toEqual([
      { title: 'What changed?', message: 'What changed since yesterday?' },
    ])
  })

  test('reaches nobody who cannot see the place', async () => {
    const { url, name, speak } = await aFeed()
    const ben = await aViewer(url, 'U0BEN')
    const ana = await aViewer(url, 'U0ANA')
    await name('Deploy')
    await speak()
    await ana.until(() => ana.threads.size === 1 && ana.frames.some(({ type }) => type === 'message'))
    ben.send({ type: 'ping' })
    await ben.next(({ type }) => type === 'pong')
    expect(ben.frames.some(changed)).toBe(false)
  })
})
