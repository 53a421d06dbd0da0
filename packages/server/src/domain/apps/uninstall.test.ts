import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { requireApp } from '#domain/access/caller'
import { findChannel } from '#domain/channels/find'
import { setAgentStatus } from '#domain/threads/agentSessions'
import { findThreadDetails } from '#domain/threads/find'
import { clearStatus, setStatus } from '#domain/threads/status'
import { nextTs } from '#domain/ts'
import { onBothDatabases, sharedSchema } from '#testing/database/databases'
import { postgres } from '#testing/database/postgres'
import { holdWrite } from '#testing/transactions/holdWrite'
import { dm, loadAcme, rootTs, text } from '#testing/workspace/domain'
import { findApp } from './find.ts'
import { uninstallApp } from './uninstall.ts'

const appearance = { username: undefined, iconEmoji: undefined, iconUrl: undefined }

describe.skipIf(!postgres)('an app that is uninstalled at the moment', () => {
  test('[APP-10] in which it begins to stream in a direct message: that stream ends too', async () => {
    const { start, readMessage, uninstallAfter } = await createScene()
    const starting = start(text('So'))
    await uninstallAfter(starting)
    expect(await readMessage(await starting)).toMatchObject({ streaming_state: 'errored' })
  })

  test('[APP-10] in which it sets a status in a direct message: that is removed too', async () => {
    const { store, thread, uninstallAfter } = await createScene()
    const status = { ...thread, appearance, text: 'reads', loadingMessages: [] }
    await uninstallAfter(store.write((tx) => setStatus(tx, status)))
    expect(await store.db.selectFrom('statuses').selectAll().execute()).toEqual([])
  })

  test('[APP-10] in which it begins a session in a direct message: its part in that is closed too', async () => {
    const { store, thread, uninstallAfter } = await createScene()
    await uninstallAfter(store.write((tx) => setAgentStatus(tx, { ...thread, status: 'processing' })))
    expect((await findThreadDetails(store.db, dm, rootTs))?.agents).toMatchObject([{ status: 'closed' }])
  })
})

async function createScene() {
  const { open, close } = sharedSchema(postgres ?? '')
  onTestFinished(close)
  const scene = await loadAcme(open)
  const { store } = scene
  const { app, userId } = requireApp(await scene.findCaller('xoxb-acme-scout'))
  const scout = (await findApp(store.db, 'T0ACME', 'Scout'))!
  const channel = (await findChannel(store.db, 'T0ACME', dm.id))!
  await scene.start(text('Before')) // the log of a team has a row from its first entry on
  const log = await holdWrite(store, (tx) => sql`select from team_log where team_id = 'T0ACME' for update`.execute(tx))
  return { ...scene, thread: { channel, threadTs: rootTs, app, userId }, uninstallAfter }

  /** Uninstalls Scout in a transaction that begins before another one is committed, and is committed after it. */
  async function uninstallAfter(other: Promise<unknown>): Promise<void> {
    expect(await log.keepsWaiting(other)).toBe(true)
    const uninstalling = store.write((tx) => uninstallApp(tx, scout, 'T0ACME'))
    expect(await log.keepsWaiting(other, uninstalling)).toBe(true)
    await Promise.all([log.release(), other, uninstalling])
  }
}

onBothDatabases('an app that is uninstalled', (open) => {
  test('[APP-10] and posts at the same time does not deadlock', async () => {
    const { store, findCaller } = await loadAcme(open)
    const { app, userId } = requireApp(await findCaller('xoxb-acme-scout'))
    const channel = (await findChannel(store.db, 'T0ACME', 'C0HELP'))!
    const status = { channel, threadTs: rootTs, app, userId, appearance, text: 'reads', loadingMessages: [] }
    await store.write((tx) => setStatus(tx, status))
    const begun = Promise.withResolvers<void>()
    // Takes the same steps as a message in the thread: it takes a ts of the channel, and then clears the status.
    const posting = store.write(async (tx) => {
      await nextTs(tx, channel.team_id, channel.id)
      begun.resolve()
      await new Promise((done) => setTimeout(done, 300))
      await clearStatus(tx, channel, rootTs, app.id)
    })
    await begun.promise
    const scout = (await findApp(store.db, 'T0ACME', 'Scout'))!
    await Promise.all([posting, store.write((tx) => uninstallApp(tx, scout, 'T0ACME'))])
    const left = store.db.selectFrom('installations').select('app_id').where('team_id', '=', 'T0ACME')
    expect(await left.where('app_id', '=', app.id).execute()).toEqual([])
  })
})
