import { expect, test } from 'vitest'
import { createChannel } from '#domain/channels/create'
import { createUpload } from '#domain/files/upload'
import type { Store } from '#store/db'
import { create } from '#methods/conversations/create'
import { archive } from '#methods/conversations/archive'
import { open as openDirect } from '#methods/conversations/open'
import { scheduleMessage } from '#methods/chat/scheduleMessage'
import { startStream } from '#methods/chat/startStream'
import { stopStream } from '#methods/chat/stopStream'
import { getUploadURLExternal } from '#methods/files/getUploadURLExternal'
import { onBothDatabases } from '#testing/database/databases'
import { actionsOn, dm, rootTs } from '#testing/workspace/domain'
import { changeFiles, setLimits } from '#testing/workspace/settings'
import { createWorkspace } from '#testing/workspace/workspace'

async function peopleOf({ store }: { store: Store }) {
  const { findPerson } = actionsOn(store)
  return { write: store.write.bind(store), ana: await findPerson('U0ANA') }
}

onBothDatabases('[LIM-1] a limit', (open) => {
  const start = async (limits: Parameters<typeof setLimits>[1]) => {
    const scene = await createWorkspace({ store: await open() })
    await setLimits(scene, limits)
    return scene
  }

  test('of channels counts archived ones, and no direct messages between two', async () => {
    const scene = await start({ channelsPerPerson: 2 })
    const { call } = scene
    const first = await call(create, { name: 'one' })
    expect(await call(archive, { channel: first.channel?.id })).toMatchObject({ ok: true })
    expect(await call(create, { name: 'two' })).toMatchObject({ ok: true })
    expect(await call(create, { name: 'three' })).toMatchObject({ error: 'too_many_convos_for_team' })
    expect(await call(openDirect, { users: 'U0ANA,U0BEN' })).toMatchObject({ error: 'too_many_convos_for_team' })
    expect(await call(openDirect, { users: 'U0BEN' })).toMatchObject({ ok: true })
    // Somebody else has channels of their own. [ROM-15] Those of the workspace file count as Ana's.
    const ben = await actionsOn(scene.store).findPerson('U0BEN')
    expect(await scene.store.write((tx) => createChannel(tx, ben, 'three', false))).toMatch(/^C/)
  })

  const inDm = { channel: dm.id, thread_ts: rootTs }
  test('of open streams counts those that are open', async () => {
    const scene = await start({ streamsPerApp: 2 })
    const { call } = scene
    const { ts } = await call(startStream, inDm)
    expect(await call(startStream, inDm)).toMatchObject({ ok: true })
    expect(await call(startStream, inDm)).toMatchObject({
      error: 'rate_limited',
      detail: expect.stringMatching('2 open'),
    })
    expect(await call(stopStream, { channel: dm.id, ts, markdown_text: 'x' })).toMatchObject({ ok: true })
    expect(await call(startStream, inDm)).toMatchObject({ ok: true })
    await setLimits(scene, { streamsPerApp: 9, streamsPerTeam: 2 })
    expect(await call(startStream, inDm)).toMatchObject({ error: 'message_limit_exceeded' })
  })

  test('of open streams holds for those that begin at the same time', async () => {
    const { call } = await start({ streamsPerApp: 3 })
    const answers = await Promise.all(Array.from({ length: 12 }, () => call(startStream, inDm)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3)
  })

  test('of scheduled messages is one for the app, and one for the team', async () => {
    const scene = await start({ scheduledPerApp: 1 })
    const post_at = Math.floor(scene.store.db.clock.now() / 1000) + 600
    const schedule = () => scene.call(scheduleMessage, { channel: 'C0GENERAL', text: 'x', post_at })
    expect(await schedule()).toMatchObject({ ok: true })
    expect(await schedule()).toMatchObject({ error: 'restricted_too_many' })
    await setLimits(scene, { scheduledPerApp: 9, scheduledPerTeam: 1 })
    expect(await schedule()).toMatchObject({
      error: 'restricted_too_many',
      detail: expect.stringMatching('of the team'),
    })
  })

  test('[FIL-3] of a person’s files leaves room for others', async () => {
    const scene = await start({ pendingUploadsPerPerson: 2 })
    const { call } = scene
    await changeFiles(scene, { maxPerPerson: 10 })
    const upload = (length: number) => call(getUploadURLExternal, { filename: 'a', length })
    expect(await upload(11)).toMatchObject({
      error: 'storage_limit_reached',
      detail: expect.stringMatching('at most 10'),
    })
    expect(await upload(6)).toMatchObject({ ok: true })
    expect(await upload(6)).toMatchObject({ error: 'storage_limit_reached' })
    expect(await upload(4)).toMatchObject({ ok: true })
    expect(await upload(1)).toMatchObject({ error: 'too_many_uploads' })
    const { write, ana } = await peopleOf(scene)
    expect(await write((tx) => createUpload(tx, ana, { name: 'a', size: 6, alt: '' }))).toHaveProperty('ticket')
  })
})
