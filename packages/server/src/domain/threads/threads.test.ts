import { expect, test } from 'vitest'
import { requireApp } from '#domain/access/caller'
import { findChannel } from '#domain/channels/find'
import { postMessage } from '#domain/messages/post'
import { Refusal } from '#domain/refusal'
import { onBothDatabases, type OpenStore } from '#testing/database/databases'
import { loadAcme, dm, rootTs } from '#testing/workspace/domain'
import { stopClock } from '#testing/workspace/stopClock'
import { renameSession, setAgentStatus } from './agentSessions.ts'
import { noThreadTs, combinedSessionStatus, findThreadDetails, listThreadDetails } from './find.ts'
import { clearSuggestedPrompts, findNewestThread, suggestPrompts } from './suggestedPrompts.ts'
import { setThreadTitle } from './title.ts'

const prompts = [{ title: 'Plan "it"', message: 'Make a plan.\nPlease.' }]

async function createThread(open: OpenStore) {
  const scene = await loadAcme(open)
  const caller = requireApp(await scene.findCaller('xoxb-acme-scout'))
  const { app, userId } = caller
  const channel = (await findChannel(scene.store.db, dm.team_id, dm.id))!
  return { ...scene, caller, app, userId, channel, facts: (ts = rootTs) => findThreadDetails(scene.store.db, dm, ts) }
}

onBothDatabases('details of threads', (open) => {
  test('are stored independently of each other', async () => {
    const { store, app, userId, channel, facts } = await createThread(open)
    expect(await facts()).toBeUndefined()
    await store.write(async (tx) => {
      await suggestPrompts(tx, { channel, threadTs: rootTs, appId: app.id, title: undefined, prompts })
      await setThreadTitle(tx, channel, rootTs, 'Deploy', 'U0SCOUT')
      await setAgentStatus(tx, { channel, threadTs: rootTs, app, userId, status: 'active', initiator: 'U0ANA' })
    })
    expect(await facts()).toMatchObject({
      title: 'Deploy',
      prompts: { appId: 'A0SCOUT', title: undefined, prompts },
      initiator: 'U0ANA',
      agents: [{ app_id: 'A0SCOUT', status: 'active', processing_ends_at: null }],
    })
    expect(await listThreadDetails(store.db, dm, [noThreadTs, '1.1', rootTs])).toHaveLength(1)
  })

  test('[THR-3] prompts are cleared in the thread and in the direct message itself, and nowhere else', async () => {
    const { store, app, channel, facts } = await createThread(open)
    const places = [noThreadTs, rootTs, '1767225999.000100']
    await store.write(async (tx) => {
      for (const threadTs of places)
        await suggestPrompts(tx, { channel, threadTs, appId: app.id, title: 'Ask', prompts })
    })
    const logged: unknown[] = []
    await store.write(async (tx) => {
      await clearSuggestedPrompts(tx, channel, rootTs)
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

  test('[THR-3] readers see prompts disappear before they see the message that answers them', async () => {
    const { store, app, channel, findCaller } = await createThread(open)
    await store.write((tx) => suggestPrompts(tx, { channel, threadTs: rootTs, appId: app.id, title: 'Ask', prompts }))
    const ana = await findCaller('xoxp-acme-ana')
    const kinds = await store.write(async (tx) => {
      await postMessage(tx, ana, { channel, threadTs: rootTs, text: 'Make a plan.', blocks: [] })
      return tx.work.entries.map(({ kind }) => kind)
    })
    expect(kinds).toEqual(['thread', 'message'])
  })

  test('[THR-6] `processing` ends on time, and can be set again', async () => {
    stopClock()
    const { store, app, userId, channel, facts } = await createThread(open)
    const work = () =>
      store.write((tx) => setAgentStatus(tx, { channel, threadTs: rootTs, app, userId, status: 'processing' }))
    const statuses = async () => {
      const { agents } = (await facts())!
      return [agents[0]?.status, combinedSessionStatus(agents)]
    }
    await work()
    store.db.clock.advance(3_599_000)
    await work()
    store.db.clock.advance(3_599_000)
    expect(await statuses()).toEqual(['processing', 'processing'])
    store.db.clock.advance(1000)
    expect(await statuses()).toEqual(['active', 'active'])
  })

  test('a session without agents cannot be renamed', async () => {
    const { store, caller, channel } = await createThread(open)
    await expect(store.write((tx) => renameSession(tx, channel, rootTs, caller, 'Deploy'))).rejects.toThrow(Refusal)
  })

  test('[THR-4] the newest thread is that of the newest message, whether reply or root', async () => {
    const { store, start, channel } = await createThread(open)
    expect(await store.write((tx) => findNewestThread(tx, channel))).toBe(rootTs)
    await start()
    expect(await store.write((tx) => findNewestThread(tx, channel))).toBe(rootTs)
  })
})
