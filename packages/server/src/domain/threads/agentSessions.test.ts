import { describe, expect, onTestFinished, test } from 'vitest'
import { requireApp } from '#domain/access/caller'
import { findChannel } from '#domain/channels/find'
import type { Tx } from '#store/db'
import { sharedSchema } from '#testing/database/databases'
import { postgres } from '#testing/database/postgres'
import { holdWrite } from '#testing/transactions/holdWrite'
import { loadAcme, rootTs } from '#testing/workspace/domain'
import { type AgentStatus, renameSession, setAgentStatus } from './agentSessions.ts'
import { findThreadDetails } from './find.ts'
import { setThreadTitle } from './title.ts'

describe.skipIf(!postgres)('of two calls at the same moment', () => {
  test('[THR-9] each sets what it names of the look, and the rest stays', async () => {
    const { store, setStatus, find } = await createScene()
    const first = await holdWrite(store, (tx) => setStatus(tx, { look: { username: 'Owl' } }))
    const second = store.write((tx) => setStatus(tx, { look: { iconUrl: 'https://owl.example/o.png' } }))
    expect(await first.keepsWaiting(second)).toBe(true)
    await Promise.all([first.release(), second])
    expect((await find())?.agents).toMatchObject([{ username: 'Owl', icon_url: 'https://owl.example/o.png' }])
  })

  test('[THR-5, THR-13] one begins the session, and the other changes it', async () => {
    const { store, setStatus, find } = await createScene()
    const first = await holdWrite(store, (tx) => setStatus(tx, { title: 'Deploy', initiator: 'U0ANA' }))
    const second = store.write(async (tx) => {
      await setStatus(tx, { title: 'Other', initiator: 'U0BEN', status: 'active' })
      return tx.work.entries
    })
    expect(await first.keepsWaiting(second)).toBe(true)
    await first.release()
    const before = [{ status: 'processing' }]
    expect(await second).toMatchObject([{ change: { type: 'session_changed', before, after: [{ status: 'active' }] } }])
    expect(await find()).toMatchObject({ title: 'Deploy', initiator: 'U0ANA' })
  })

  test('[THR-1] each says which title it replaces', async () => {
    const { store, channel, scout, setStatus } = await createScene()
    await store.write((tx) => setStatus(tx, {}))
    const first = await holdWrite(store, (tx) => renameSession(tx, channel, rootTs, scout, 'One'))
    const second = store.write(async (tx) => {
      await setThreadTitle(tx, channel, rootTs, 'Two', 'U0SCOUT')
      return tx.work.entries
    })
    expect(await first.keepsWaiting(second)).toBe(true)
    await first.release()
    expect(await second).toMatchObject([{ change: { type: 'titled', title: 'Two', before: 'One' } }])
  })
})

async function createScene() {
  const { open, close } = sharedSchema(postgres ?? '')
  onTestFinished(close)
  const { store, findCaller } = await loadAcme(open)
  const scout = requireApp(await findCaller('xoxb-acme-scout'))
  const { app, userId } = scout
  const channel = (await findChannel(store.db, 'T0ACME', 'C0HELP'))!
  return {
    store,
    channel,
    scout,
    setStatus: (tx: Tx, more: Partial<AgentStatus>) =>
      setAgentStatus(tx, { channel, threadTs: rootTs, app, userId, status: 'processing', ...more }),
    find: () => findThreadDetails(store.db, channel, rootTs),
  }
}
