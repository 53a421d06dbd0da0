import { describe, expect, test } from 'vitest'
import { createResponseUrl, redeemResponseUrl } from '#domain/interactions/responseUrls'
import { requireApp } from '#domain/access/caller'
import { onBothDatabases } from '#testing/database/databases'
import { loadAcme } from '#testing/workspace/domain'
import { openModal, pushModal } from './modals.ts'
import { publishHome } from './home.ts'
import { updateView } from './update.ts'
import { findHome, listViewStack } from './find.ts'
import { createTrigger, redeemTrigger } from './triggers.ts'
import { deleteExpiredModals } from './expiredModals.ts'

const ana = { teamId: 'T0ACME', appId: 'A0SCOUT', userId: 'U0ANA' }
const trigger = { ...ana, page: null, viewId: null }
const modal = { type: 'modal', title: { type: 'plain_text', text: 't' }, blocks: [{ type: 'divider' }] } as const
const home = { type: 'home', blocks: [{ type: 'divider' }] } as const
const viewWith = <V extends { blocks: readonly object[] }>(view: V) => ({
  ...view,
  blocks: [{ type: 'divider' } as const],
})

onBothDatabases('views', (open) => {
  test('[ACT-8] an abandoned modal is removed after a day, however many homes are older, and those stay', async () => {
    const { store } = await loadAcme(open)
    const { db } = store
    const row = await store.write((tx) => publishHome(tx, ana, viewWith(home)))
    const homes = Array.from({ length: 500 }, (_, n) => ({ ...row, id: `V${n}`, root_id: `V${n}`, user_id: `U${n}` }))
    await store.write((tx) => tx.insertInto('views').values(homes).execute())
    const { type, ...rest } = viewWith(modal)
    const opened = await store.write((tx) => openModal(tx, trigger, { ...rest, type }))
    const modals = db.selectFrom('views').select('id').where('id', '=', opened.id)
    db.clock.advance(86_399_000)
    await store.write(deleteExpiredModals)
    expect(await modals.execute()).toHaveLength(1)
    db.clock.advance(1000)
    await store.write(deleteExpiredModals)
    expect(await modals.execute()).toHaveLength(0)
    expect(await db.selectFrom('views').select('id').execute()).toHaveLength(501)
  })

  describe('with concurrent interactions', () => {
    test('[ACT-7] a trigger opens one modal, even if it is used several times at once', async () => {
      const { store, findCaller } = await loadAcme(open)
      const { app } = requireApp(await findCaller('xoxb-acme-scout'))
      const id = await store.write((tx) => createTrigger(tx, trigger))
      const uses = Array.from({ length: 5 }, () =>
        store.write(async (tx) => openModal(tx, await redeemTrigger(tx, 'T0ACME', app, id), viewWith(modal))),
      )
      const done = await Promise.allSettled(uses)
      expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const kept = JSON.stringify(await store.db.selectFrom('triggers').selectAll().execute())
      expect(kept).not.toContain(id)
    })

    test('[ACT-12] a response URL takes five answers, even if more arrive at once', async () => {
      const { store } = await loadAcme(open)
      const about = { team_id: 'T0ACME', app_id: 'A0SCOUT', user_id: 'U0ANA', channel_id: 'C0HELP', ts: null }
      const url = await store.write((tx) => createResponseUrl(tx, { ...about, thread_ts: null }))
      const secret = url.split('/').at(-1) ?? ''
      const uses = Array.from({ length: 8 }, () => store.write((tx) => redeemResponseUrl(tx, 'T0ACME', secret)))
      const done = await Promise.allSettled(uses)
      expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    })

    test('[ACT-8] a view stack holds three modals, even if more are pushed at once', async () => {
      const { store } = await loadAcme(open)
      const root = await store.write((tx) => openModal(tx, trigger, viewWith(modal)))
      const pushes = Array.from({ length: 4 }, () =>
        store.write((tx) => pushModal(tx, { ...trigger, viewId: root.id }, viewWith(modal))),
      )
      await Promise.allSettled(pushes)
      expect((await listViewStack(store.db, 'T0ACME', root.id)).map(({ depth }) => depth)).toEqual([0, 1, 2])
    })

    test('[ACT-9, ACT-10] one of several updates with the same hash succeeds, and a person has one home of an app', async () => {
      const { store } = await loadAcme(open)
      await Promise.all([1, 2, 3].map(() => store.write((tx) => publishHome(tx, ana, viewWith(home)))))
      expect(await store.db.selectFrom('views').selectAll().execute()).toHaveLength(1)
      const row = (await findHome(store.db, ana))!
      expect(row.view).toMatchObject({ type: 'home', blocks: [{ block_id: expect.any(String) }] })
      const changes = [1, 2, 3].map(() => store.write((tx) => updateView(tx, row, viewWith(home), row.hash)))
      const done = await Promise.allSettled(changes)
      expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    })
  })
})
