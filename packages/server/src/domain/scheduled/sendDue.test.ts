import { describe, expect, test } from 'vitest'
import { findAppOfTeam } from '#domain/apps/find'
import { uninstallApp } from '#domain/apps/uninstall'
import { scheduleMessage } from '#methods/chat/scheduleMessage'
import { createWorkspace, type Workspace } from '#testing/workspace/workspace'
import { inBatches } from '#domain/batches'
import type { Store } from '#store/db'
import { stopClock } from '#testing/workspace/stopClock'
import { onBothDatabases } from '#testing/database/databases'
import { changeTeam } from '#testing/workspace/settings'
import { FailingMessages } from './failing.ts'
import { deleteOldFailures, sendDueMessages } from './sendDue.ts'

const day = 86_400_000

describe('a message whose time has come', () => {
  test.each<[why: string, code: string, change: (scene: Workspace) => Promise<unknown>]>([
    ['its channel is archived', 'is_archived', (scene) => setChannel(scene, { archived: true })],
    ['its channel was deleted', 'channel_not_found', (scene) => setChannel(scene, { deleted: true })],
    ['its channel is suspended', 'ekm_access_denied', (scene) => setChannel(scene, { suspended: true })],
    ['its author was removed from the channel', 'not_in_channel', leave],
    ['all tokens of its app were revoked', 'token_revoked', revoke],
    ['its app was uninstalled', 'token_revoked', uninstall],
  ])('[SCH-8] is not sent if %s', async (_why, code, change) => {
    const scene = await scheduled()
    await change(scene)
    scene.store.db.cache.clear()
    scene.store.db.clock.advance(day)
    expect(await sendDueMessages(scene.store)).toBe(0)
    expect(await failures(scene)).toMatchObject([{ failure: code, failure_detail: expect.stringMatching(/\.$/) }])
  })

  test('[SCH-7] waits while its author writes too much', async () => {
    const scene = await scheduled()
    await changeTeam(scene, 'T0ACME', { policies: { message_limit: 0 } })
    scene.store.db.clock.advance(day)
    expect(await sendDueMessages(scene.store)).toBe(0)
    expect(await failures(scene)).toMatchObject([{ failure: null }])
    await changeTeam(scene, 'T0ACME', { policies: {} })
    expect(await sendDueMessages(scene.store)).toBe(1)
  })

  test('[SCH-7] does not hold up the messages of others while it waits', async () => {
    const scene = await scheduled()
    const [own] = await failures(scene)
    const earlier = {
      ...own!,
      channel_id: 'C0GENERAL',
      user_id: 'U0QUIET',
      app_id: 'A0QUIET',
      post_at: own!.post_at - 1,
    }
    const rows = Array.from({ length: 120 }, (_, n) => ({ ...earlier, id: `Q${n}`, n }))
    await scene.store.db.insertInto('scheduled_messages').values(rows).execute()
    await changeTeam(scene, 'T0ACME', { policies: { app_message_limit: 1 } })
    scene.store.db.clock.advance(day)
    expect(await sendDueMessages(scene.store)).toBe(2)
    expect(await failures(scene)).toHaveLength(119)
  })

  test('[SCH-8] of a token that has expired is sent', async () => {
    const scene = await scheduled()
    await scene.store.db
      .updateTable('tokens')
      .set({ expires_at: scene.store.db.clock.now() + 1000 })
      .execute()
    scene.store.db.clock.advance(day)
    expect(await sendDueMessages(scene.store)).toBe(1)
  })

  test('[SCH-8] of one author, the 100 newest failures are remembered', async () => {
    const scene = await createWorkspace()
    await setChannel(scene, { archived: false })
    const first = Math.floor(scene.store.db.clock.now() / 1000) + 3600
    for (let i = 0; i < 103; i++) {
      const text = `Later ${i}`
      const post_at = first + 600 * i
      expect(await scene.call(scheduleMessage, { channel: 'C0HELP', text, post_at })).toMatchObject({ ok: true })
    }
    await setChannel(scene, { archived: true })
    scene.store.db.cache.clear()
    scene.store.db.clock.advance(2 * day)
    for (let run = 0; run < 2; run++) await sendDueMessages(scene.store)
    const texts = (await failures(scene)).map(({ draft }) => draft.text)
    expect(texts).toHaveLength(100)
    expect(texts).not.toContain('Later 0')
    expect(texts).toContain('Later 102')
  })

  test('[SCH-8] a failure is remembered for thirty days', async () => {
    const scene = await scheduled()
    await setChannel(scene, { archived: true })
    scene.store.db.cache.clear()
    scene.store.db.clock.advance(day)
    await sendDueMessages(scene.store)
    scene.store.db.clock.advance(29 * day)
    await scene.store.write(deleteOldFailures)
    expect(await failures(scene)).toHaveLength(1)
    scene.store.db.clock.advance(2 * day)
    await scene.store.write(deleteOldFailures)
    expect(await failures(scene)).toHaveLength(0)
  })
})

onBothDatabases('messages that fail unexpectedly', (open) => {
  test('[SCH-7, SCH-9] hold up no others, however many they are', async () => {
    const { store } = await scheduleBroken(await open(), 1200)
    await expect(sendDueMessages(store)).rejects.toThrow()
    const left = await store.db
      .selectFrom('scheduled_messages')
      .select('id')
      .where('id', 'not like', 'QBROKEN%')
      .execute()
    expect(left).toEqual([])
  })

  test('[SCH-9] are tried again later and later, and given up in the end', async () => {
    const scene = await scheduleBroken(await open(), 1)
    const { store } = scene
    stopClock()
    await store.db.deleteFrom('scheduled_messages').where('id', 'not like', 'QBROKEN%').execute()
    const failing = new FailingMessages()
    const run = () => sendDueMessages(store, { failing })
    for (const wait of [1000, 10_000, 60_000, 600_000]) {
      await expect(run()).rejects.toThrow()
      store.db.clock.advance(wait - 1)
      await run()
      store.db.clock.advance(1)
    }
    expect(await failures(scene)).toMatchObject([{ failure: null }])
    await expect(run()).rejects.toThrow()
    expect(await failures(scene)).toMatchObject([{ failure: 'internal_error', failure_detail: expect.any(String) }])
    await run()
  })
})

onBothDatabases('a message that failed unexpectedly', (open) => {
  test('[SCH-7, SCH-9] is tried at once at the new time that its author gives it', async () => {
    const scene = await scheduleBroken(await open(), 1)
    const { store } = scene
    stopClock()
    const failing = new FailingMessages()
    const run = () => sendDueMessages(store, { failing })
    await expect(run()).rejects.toThrow()
    await run()
    const postAt = store.db.clock.now()
    await store.db.updateTable('scheduled_messages').set({ post_at: postAt }).execute()
    await expect(run()).rejects.toThrow()
  })
})

/** Messages that no code can post, and one behind them that is like any other. */
async function scheduleBroken(store: Store, count: number): Promise<Workspace> {
  const scene = await scheduled(await createWorkspace({ store }))
  const [own] = await failures(scene)
  const draft = { ...own!.draft, blocks: 5 as never }
  const rows = Array.from({ length: count }, (_, n) => ({
    ...own!,
    id: `QBROKEN${n}`,
    n,
    draft,
    post_at: own!.post_at - 1,
  }))
  for (const some of inBatches(rows)) await store.db.insertInto('scheduled_messages').values(some).execute()
  store.db.clock.advance(day)
  return scene
}

async function scheduled(scene?: Workspace): Promise<Workspace> {
  scene ??= await createWorkspace()
  const post_at = Math.floor(scene.store.db.clock.now() / 1000) + 3600
  expect(await scene.call(scheduleMessage, { channel: 'C0HELP', text: 'Later', post_at })).toMatchObject({ ok: true })
  return scene
}

function failures({ store }: Workspace) {
  return store.db.selectFrom('scheduled_messages').selectAll().execute()
}

function setChannel({ store }: Workspace, change: { archived?: boolean; deleted?: boolean; suspended?: boolean }) {
  return store.db.updateTable('channels').set(change).where('id', '=', 'C0HELP').execute()
}

function leave({ store }: Workspace) {
  return store.db.deleteFrom('members').where('channel_id', '=', 'C0HELP').where('user_id', '=', 'U0SCOUT').execute()
}

function revoke({ store }: Workspace) {
  return store.db.updateTable('tokens').set({ revoked: true }).where('kind', '=', 'bot').execute()
}

async function uninstall({ store }: Workspace) {
  const app = await findAppOfTeam(store.db, 'T0ACME', 'A0SCOUT')
  return store.write((tx) => uninstallApp(tx, app!, 'T0ACME'))
}
