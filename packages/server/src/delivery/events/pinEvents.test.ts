import { expect, test } from 'vitest'
import { completeUploadExternal } from '#methods/files/completeUploadExternal'
import { remove as deleteFile } from '#methods/files/delete'
import { remove as deleteMessage } from '#methods/chat/delete'
import { startStream } from '#methods/chat/startStream'
import { add } from '#methods/pins/add'
import { remove } from '#methods/pins/remove'
import { createSubscribedApp } from '#testing/apps/recordedEvents'
import { shareFile, uploadFile } from '#testing/apps/uploads'
import { onBothDatabases } from '#testing/database/databases'

const help = { channel: 'C0HELP', timestamp: '1767225600.000100' }
const fileEvents = ['file_created', 'file_deleted', 'file_unshared']
const fileScopes = ['chat:write', 'files:read', 'files:write']

onBothDatabases('events about pins and files', (open) => {
  test('[PIN-5] a message is pinned and unpinned', async () => {
    const events = ['pin_added', 'pin_removed']
    const scopes = ['pins:read', 'pins:write']
    const { call, url, takeEvents } = await createSubscribedApp(open, { events, scopes })
    await call(add, help)
    await call(remove, help)
    const pinned_info = { channel: 'C0HELP', pinned_by: 'U0SCOUT', pinned_ts: expect.any(Number) }
    const both = { user: 'U0SCOUT', channel_id: 'C0HELP', item_user: 'U0BEN', pinned_info }
    const permalink = `${url}/archives/C0HELP/p1767225600000100`
    const message = { ts: help.timestamp, user: 'U0BEN', text: 'The printer is on fire', permalink }
    const item = { type: 'message', channel: 'C0HELP', created: expect.any(Number), created_by: 'U0SCOUT' }
    const [added, removed] = await takeEvents()
    expect(added).toMatchObject({
      type: 'pin_added',
      ...both,
      item: { ...item, message: { ...message, pinned_to: ['C0HELP'] } },
    })
    expect(added).not.toHaveProperty('has_pins')
    expect(removed).toMatchObject({ type: 'pin_removed', ...both, item: { ...item, message }, has_pins: false })
    expect(removed?.['pin_count']).toBe('0')
    expect(JSON.stringify(removed)).not.toContain('pinned_to')
  })

  test('[PIN-5, STR-8] an open reply is pinned without its words, which only some may watch', async () => {
    const events = ['pin_added']
    const scopes = ['chat:write', 'pins:read', 'pins:write']
    const { call, takeEvents } = await createSubscribedApp(open, { events, scopes })
    const recipient = { recipient_user_id: 'U0ANA', recipient_team_id: 'T0ACME' }
    const { ts } = await call(startStream, {
      channel: help.channel,
      thread_ts: help.timestamp,
      ...recipient,
      markdown_text: 'For Ana alone',
    })
    await call(add, { channel: help.channel, timestamp: ts! })
    const [added] = await takeEvents()
    const message = { ts, text: '', blocks: [], streaming_state: 'in_progress' }
    expect(added).toMatchObject({ type: 'pin_added', item: { message } })
    expect(JSON.stringify(added)).not.toContain('For Ana')
  })

  test('[PIN-5] an app without the scope is told nothing, and neither is one about a message that is gone', async () => {
    const events = ['pin_added']
    const without = await createSubscribedApp(open, { events, scopes: ['pins:write'] })
    await without.call(add, help)
    expect(await without.takeEvents()).toEqual([])
  })

  test('[FIL-8] a file is created, shared in one channel less, and deleted', async () => {
    const scene = await createSubscribedApp(open, { events: fileEvents, scopes: fileScopes })
    const { call, takeEvents } = scene
    const { id } = await shareFile(scene, 'C0HELP', 'C0GENERAL')
    const shares = await scene.store.db.selectFrom('file_shares').select(['channel_id', 'ts']).execute()
    const about = { file_id: id, user_id: 'U0SCOUT', file: { id }, event_ts: expect.any(String) }
    expect(await takeEvents()).toEqual([{ type: 'file_created', ...about }])
    const general = { channel: 'C0GENERAL', ts: shares.find(({ channel_id: of }) => of === 'C0GENERAL')?.ts }
    await call(deleteMessage, general)
    expect(await takeEvents()).toEqual([{ type: 'file_unshared', ...about, channel_id: 'C0GENERAL' }])
    await call(deleteFile, { file: id })
    const deleted = { type: 'file_deleted', file_id: id, channel_ids: ['C0HELP'], event_ts: expect.any(String) }
    expect(await takeEvents()).toEqual([deleted])
  })

  test('[FIL-8] a file that goes with its last message is deleted', async () => {
    const { call, store, takeEvents } = await createSubscribedApp(open, { events: fileEvents, scopes: fileScopes })
    const id = await uploadFile({ call })
    await call(completeUploadExternal, { files: [{ id }], channel_id: 'C0HELP' })
    const { ts } = await store.db.selectFrom('file_shares').select('ts').executeTakeFirstOrThrow()
    await call(deleteMessage, { channel: 'C0HELP', ts })
    expect((await takeEvents()).map(({ type }) => type)).toEqual(['file_created', 'file_deleted'])
  })

  test('[FIL-8] an app that is in no channel of the file is told nothing', async () => {
    const scene = await createSubscribedApp(open, { events: fileEvents, scopes: fileScopes })
    const id = await uploadFile(scene)
    await scene.call(completeUploadExternal, { files: [{ id }] })
    await scene.call(deleteFile, { file: id })
    expect(await scene.takeEvents()).toEqual([])
  })
})
