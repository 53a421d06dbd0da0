import { describe, expect, test } from 'vitest'
import { newResponseUrl, spendResponseUrl } from '#domain/interactions/responseUrls'
import { asApp } from '#domain/access/caller'
import { onBothDatabases } from '#testing/server/databases'
import { aScene } from '#testing/workspace/domain'
import { openModal, publishHome, pushModal, updateView } from './change.ts'
import { homeOf, pileOf } from './find.ts'
import { newTrigger, useTrigger } from './triggers.ts'

const ana = { teamId: 'T0ACME', appId: 'A0SCOUT', userId: 'U0ANA' }
const trigger = { ...ana, page: null, viewId: null }
const modal = { type: 'modal', title: { type: 'plain_text', text: 't' }, blocks: [{ type: 'divider' }] } as const
const home = { type: 'home', blocks: [{ type: 'divider' }] } as const
const aView = <V extends { blocks: readonly object[] }>(view: V) => ({
  ...view,
  blocks: [{ type: 'divider' } as const],
})

onBothDatabases('views', (open) => {
  describe('of people who act at once', () => {
    test('[ACT-7] a trigger opens one modal, however often it is used at once', async () => {
      const { store, callerOf } = await aScene(open)
      const { app } = asApp(await callerOf('xoxb-acme-scout'))
      const id = await store.write((tx) => newTrigger(tx, trigger))
      const uses = Array.from({ length: 5 }, () =>
        store.write(async (tx) => openModal(tx, await useTrigger(tx, 'T0ACME', app, id), aView(modal))),
      )
      const done = await Promise.allSettled(uses)
      expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const kept = JSON.stringify(await store.db.selectFrom('triggers').selectAll().execute())
      expect(kept).not.toContain(id)
    })

    test('[ACT-12] a response_url takes five answers, however many come at once', async () => {
      const { store } = await aScene(open)
      const about = { team_id: 'T0ACME', app_id: 'A0SCOUT', user_id: 'U0ANA', channel_id: 'C0HELP', ts: null }
      const url = await store.write((tx) => newResponseUrl(tx, { ...about, thread_ts: null }))
      const secret = url.split('/').at(-1) ?? ''
      const uses = Array.from({ length: 8 }, () => store.write((tx) => spendResponseUrl(tx, 'T0ACME', secret)))
      const done = await Promise.allSettled(uses)
      expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    })

    test('[ACT-8] three modals lie one over the other, however many are pushed at once', async () => {
      const { store } = await aScene(open)
      const root = await store.write((tx) => openModal(tx, trigger, aView(modal)))
      const pushes = Array.from({ length: 4 }, () =>
        store.write((tx) => pushModal(tx, { ...trigger, viewId: root.id }, aView(modal))),
      )
      await Promise.allSettled(pushes)
      expect((await pileOf(store.db, 'T0ACME', root.id)).map(({ depth }) => depth)).toEqual([0, 1, 2])
    })

    test('[ACT-9, ACT-10] of changes with one hash one is made, and a person has one home of an app', async () => {
      const { store } = await aScene(open)
      await Promise.all([1, 2, 3].map(() => store.write((tx) => publishHome(tx, ana, aView(home)))))
      expect(await store.db.selectFrom('views').selectAll().execute()).toHaveLength(1)
      const row = (await homeOf(store.db, ana))!
      expect(row.view).toMatchObject({ type: 'home', blocks: [{ block_id: expect.any(String) }] })
      const changes = [1, 2, 3].map(() => store.write((tx) => updateView(tx, row, aView(home), row.hash)))
      const done = await Promise.allSettled(changes)
      expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    })
  })
})
