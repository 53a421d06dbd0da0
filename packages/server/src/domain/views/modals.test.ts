import { describe, expect, onTestFinished, test } from 'vitest'
import type { Tx } from '#store/db'
import { onBothDatabases, sharedSchema } from '#testing/database/databases'
import { postgres } from '#testing/database/postgres'
import { holdWrite } from '#testing/transactions/holdWrite'
import { loadAcme } from '#testing/workspace/domain'
import { deleteExpiredModals } from './expiredModals.ts'
import { closeViewStack, openModal, pushModal } from './modals.ts'

const trigger = { teamId: 'T0ACME', appId: 'A0SCOUT', userId: 'U0ANA', page: null, viewId: null }
const modal = (more: { external_id?: string } = {}) => ({
  type: 'modal' as const,
  title: { type: 'plain_text' as const, text: 't' },
  blocks: [{ type: 'divider' as const }],
  ...more,
})
const open = (tx: Tx) => openModal(tx, trigger, modal())

onBothDatabases('a view stack', (openStore) => {
  test('[ACT-8] is replaced also if its first modal was not used for a day', async () => {
    const { store } = await loadAcme(openStore)
    const { id: viewId } = await store.write(open)
    store.db.clock.advance(23 * 3_600_000)
    await store.write((tx) => pushModal(tx, { ...trigger, viewId }, modal()))
    store.db.clock.advance(2 * 3_600_000)
    await store.write(deleteExpiredModals)
    const { id } = await store.write(open)
    expect(await store.db.selectFrom('views').select('id').execute()).toEqual([{ id }])
  })
})

describe.skipIf(!postgres)('at the same moment', () => {
  test('[ACT-8] a page that is opened two modals shows one', async () => {
    const { store, listIds } = await loadStore()
    const first = await holdWrite(store, open)
    const second = store.write(open)
    expect(await first.keepsWaiting(second)).toBe(true)
    await first.release()
    const { id } = await second
    expect(await listIds()).toEqual([id])
  })

  test('[ACT-8] a modal is pushed and its stack closes: none of it stays', async () => {
    const { store, listIds } = await loadStore()
    const opened = await store.write(open)
    const push = (tx: Tx) => pushModal(tx, { ...trigger, viewId: opened.id }, modal())
    const pushing = await holdWrite(store, push)
    const closing = store.write((tx) => closeViewStack(tx, opened))
    expect(await pushing.keepsWaiting(closing)).toBe(true)
    await Promise.all([pushing.release(), closing])
    expect(await listIds()).toEqual([])
  })

  test('[ACT-8] a stack closes and a modal is pushed: that is refused', async () => {
    const { store, listIds } = await loadStore()
    const opened = await store.write(open)
    const closing = await holdWrite(store, (tx) => closeViewStack(tx, opened))
    const pushing = store.write((tx) => pushModal(tx, { ...trigger, viewId: opened.id }, modal()))
    const refused = expect(pushing).rejects.toMatchObject({ code: 'invalid_trigger_id' })
    expect(await closing.keepsWaiting(pushing)).toBe(true)
    await Promise.all([closing.release(), refused])
    expect(await listIds()).toEqual([])
  })

  test('two views are given one external_id: the second is refused', async () => {
    const { store } = await loadStore()
    const openFor = (tx: Tx, userId: string) => openModal(tx, { ...trigger, userId }, modal({ external_id: 'one' }))
    const first = await holdWrite(store, (tx) => openFor(tx, 'U0ANA'))
    const second = store.write((tx) => openFor(tx, 'U0BEN'))
    const refused = expect(second).rejects.toMatchObject({ code: 'duplicate_external_id' })
    expect(await first.keepsWaiting(second)).toBe(true)
    await Promise.all([first.release(), refused])
  })
})

async function loadStore() {
  const { open: openStore, close } = sharedSchema(postgres ?? '')
  onTestFinished(close)
  const { store } = await loadAcme(openStore)
  return {
    store,
    listIds: async () => (await store.db.selectFrom('views').select('id').execute()).map(({ id }) => id),
  }
}
