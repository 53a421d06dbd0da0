import { expect, test } from 'vitest'
import { asApp } from '#domain/access/caller'
import { findChannel } from '#domain/channels/find'
import { turnClock } from '#domain/clock'
import { postMessage } from '#domain/messages/post'
import { Refusal } from '#domain/refusal'
import { onBothDatabases, type Open } from '#testing/server/databases'
import { aScene, dm, rootTs } from '#testing/workspace/domain'
import { renameSession, setAgentStatus } from './agentSessions.ts'
import { outside, sessionStatus, statusNow, threadFacts, threadsAmong } from './find.ts'
import { dropPrompts, newestThread, suggestPrompts } from './suggestedPrompts.ts'
import { setTitle } from './title.ts'

const prompts = [{ title: 'Plan "it"', message: 'Make a plan.\nPlease.' }]

async function aThread(open: Open) {
  const scene = await aScene(open)
  const caller = asApp(await scene.callerOf('xoxb-acme-scout'))
  const { app, userId } = caller
  const channel = (await findChannel(scene.store.db, dm.team_id, dm.id))!
  return { ...scene, caller, app, userId, channel, facts: (ts = rootTs) => threadFacts(scene.store.db, dm, ts) }
}

onBothDatabases('what apps say about threads', (open) => {
  test('is kept whole, each part by itself', async () => {
    const { store, app, userId, channel, facts } = await aThread(open)
    expect(await facts()).toBeUndefined()
    await store.write(async (tx) => {
      await suggestPrompts(tx, { channel, threadTs: rootTs, appId: app.id, title: undefined, prompts })
      await setTitle(tx, channel, rootTs, 'Deploy', 'U0SCOUT')
      await setAgentStatus(tx, { channel, threadTs: rootTs, app, userId, status: 'active', initiator: 'U0ANA' })
    })
    expect(await facts()).toMatchObject({
      title: 'Deploy',
      prompts: { appId: 'A0SCOUT', title: undefined, prompts },
      initiator: 'U0ANA',
      agents: [{ app_id: 'A0SCOUT', status: 'active', processing_ends_at: null }],
    })
    expect(await threadsAmong(store.db, dm, [outside, '1.1', rootTs])).toHaveLength(1)
  })

  test('[THR-3] suggestions go from the thread and from outside of threads, and from nowhere else', async () => {
    const { store, app, channel, facts } = await aThread(open)
    const places = [outside, rootTs, '1767225999.000100']
    await store.write(async (tx) => {
      for (const threadTs of places)
        await suggestPrompts(tx, { channel, threadTs, appId: app.id, title: 'Ask', prompts })
    })
    const logged: unknown[] = []
    await store.write(async (tx) => {
      await dropPrompts(tx, channel, rootTs)
      logged.push(...tx.work.entries.map(({ kind, ts }) => [kind, ts]))
    })
    expect(await Promise.all(places.map((ts) => facts(ts)))).toMatchObject([undefined, undefined, { prompts: {} }])
    expect(logged).toEqual(
      expect.arrayContaining([
        ['thread', null],
        ['thread', rootTs],
      ]),
    )
    expect(logged).toHaveLength(2)
  })

  test('[THR-3] readers see suggestions go before they see the words that answered them', async () => {
    const { store, app, channel, callerOf } = await aThread(open)
    await store.write((tx) => suggestPrompts(tx, { channel, threadTs: rootTs, appId: app.id, title: 'Ask', prompts }))
    const ana = await callerOf('xoxp-acme-ana')
    const told = await store.write(async (tx) => {
      await postMessage(tx, ana, { channel, threadTs: rootTs, text: 'Make a plan.', blocks: [] })
      return tx.work.entries.map(({ kind }) => kind)
    })
    expect(told).toEqual(['thread', 'message'])
  })

  test('[THR-6] work is over when its time is, and a second one starts it again', async () => {
    const { store, app, userId, channel, facts } = await aThread(open)
    const work = () =>
      store.write((tx) => setAgentStatus(tx, { channel, threadTs: rootTs, app, userId, status: 'processing' }))
    await work()
    turnClock(3_599_000)
    await work()
    turnClock(3_599_000)
    const { agents } = (await facts())!
    expect([statusNow(agents[0]!), sessionStatus(agents)]).toEqual(['processing', 'processing'])
    turnClock(1000)
    expect([statusNow(agents[0]!), sessionStatus(agents)]).toEqual(['active', 'active'])
  })

  test('a session without agents has no name to change', async () => {
    const { store, caller, channel } = await aThread(open)
    await expect(store.write((tx) => renameSession(tx, channel, rootTs, caller, 'Deploy'))).rejects.toThrow(Refusal)
  })

  test('[THR-4] the newest thread is that of the newest message, reply or root', async () => {
    const { store, start, channel } = await aThread(open)
    expect(await store.write((tx) => newestThread(tx, channel))).toBe(rootTs)
    await start()
    expect(await store.write((tx) => newestThread(tx, channel))).toBe(rootTs)
  })
})
