import { expect, test } from 'vitest'
import { remove } from '#methods/chat/delete'
import { postMessage } from '#methods/chat/postMessage'
import { startStream } from '#methods/chat/startStream'
import { stopStream } from '#methods/chat/stopStream'
import { update } from '#methods/chat/update'
import { createSubscribedApp } from '#testing/apps/recordedEvents'
import { onBothDatabases } from '#testing/database/databases'

const events = ['message_metadata_posted', 'message_metadata_updated', 'message_metadata_deleted']
const scopes = ['chat:write', 'metadata.message:read']
const task = (id: number) => ({ event_type: 'task', event_payload: { id } })

onBothDatabases('the metadata of messages', (open) => {
  async function createScene(wanted: object[], more: readonly string[] = scopes) {
    const scene = await createSubscribedApp(open, { events, scopes: more })
    const app = await scene.store.db
      .selectFrom('apps')
      .selectAll()
      .where('id', '=', 'A0SCOUT')
      .executeTakeFirstOrThrow()
    const settings = Object(app.manifest['settings'])
    const event_subscriptions = { ...settings.event_subscriptions, metadata_subscriptions: wanted }
    const manifest = { ...app.manifest, settings: { ...settings, event_subscriptions } }
    await scene.store.write((tx) => tx.updateTable('apps').set({ manifest }).where('id', '=', 'A0SCOUT').execute())
    return scene
  }

  test('[EVT-30] is posted, updated and deleted', async () => {
    const { call, takeEvents } = await createScene([{ app_id: 'A0SCOUT', event_type: 'task' }])
    const where = { channel: 'C0HELP' }
    const { ts = '' } = await call(postMessage, { ...where, text: 'One', metadata: task(1) })
    const about = { app_id: 'A0SCOUT', bot_id: 'B0SCOUT', channel_id: 'C0HELP', team_id: 'T0ACME', message_ts: ts }
    expect(await takeEvents()).toMatchObject([{ type: 'message_metadata_posted', ...about, metadata: task(1) }])
    await call(update, { ...where, ts, text: 'Two' })
    expect(await takeEvents()).toEqual([])
    await call(update, { ...where, ts, metadata: task(2) })
    expect(await takeEvents()).toMatchObject([
      { type: 'message_metadata_updated', ...about, metadata: task(2), previous_metadata: task(1) },
    ])
    await call(update, { ...where, ts, metadata: {} })
    expect(await takeEvents()).toMatchObject([
      { type: 'message_metadata_deleted', ...about, deleted_ts: ts, previous_metadata: task(2) },
    ])
    const { ts: second = '' } = await call(postMessage, { ...where, text: 'Three', metadata: task(3) })
    await takeEvents()
    await call(remove, { ...where, ts: second })
    expect(await takeEvents()).toMatchObject([
      { type: 'message_metadata_deleted', previous_metadata: { event_type: 'task', event_payload: {} } },
    ])
  })

  test('[EVT-30] of a stream is posted at its end', async () => {
    const { call, takeEvents } = await createScene([{ app_id: '*', event_type: '*' }])
    const root = { channel: 'C0HELP', thread_ts: '1767225600.000100' }
    const recipient = { recipient_user_id: 'U0ANA', recipient_team_id: 'T0ACME' }
    const { ts = '' } = await call(startStream, { ...root, ...recipient, markdown_text: 'One' })
    expect(await takeEvents()).toEqual([])
    await call(stopStream, { channel: 'C0HELP', ts, metadata: task(1) })
    expect(await takeEvents()).toMatchObject([{ type: 'message_metadata_posted', message_ts: ts, metadata: task(1) }])
  })

  test.each([
    ['of another type', [{ app_id: 'A0SCOUT', event_type: 'other' }], scopes],
    ['of another app', [{ app_id: 'A0OTHER', event_type: 'task' }], scopes],
    ['without a subscription', [], scopes],
    ['without the scope', [{ app_id: '*', event_type: '*' }], ['chat:write']],
  ])('[EVT-30] is not told %s', async (_, wanted, more) => {
    const { call, takeEvents } = await createScene(wanted, more)
    await call(postMessage, { channel: 'C0HELP', text: 'One', metadata: task(1) })
    expect(await takeEvents()).toEqual([])
  })
})
