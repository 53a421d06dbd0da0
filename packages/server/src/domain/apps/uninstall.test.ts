import { expect, test } from 'vitest'
import { requireApp } from '#domain/access/caller'
import { findChannel } from '#domain/channels/find'
import { clearStatus, setStatus } from '#domain/threads/status'
import { nextTs } from '#domain/ts'
import { onBothDatabases } from '#testing/database/databases'
import { loadAcme, rootTs } from '#testing/workspace/domain'
import { findApp } from './find.ts'
import { uninstallApp } from './uninstall.ts'

onBothDatabases('an app that is uninstalled', (open) => {
  test('[APP-10] and posts at the same time does not deadlock', async () => {
    const { store, findCaller } = await loadAcme(open)
    const { app, userId } = requireApp(await findCaller('xoxb-acme-scout'))
    const channel = (await findChannel(store.db, 'T0ACME', 'C0HELP'))!
    const appearance = { username: undefined, iconEmoji: undefined, iconUrl: undefined }
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
