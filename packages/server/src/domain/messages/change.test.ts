import { expect, test } from 'vitest'
import { asApp } from '#domain/access/caller'
import { findChannel } from '#domain/channels/find'
import { turnClock } from '#domain/clock'
import { findStream } from '#domain/streams/read'
import { setAgentStatus } from '#domain/threads/agentSessions'
import { threadFacts } from '#domain/threads/find'
import { setTitle } from '#domain/threads/title'
import type { Tx } from '#store/db'
import { onBothDatabases } from '#testing/server/databases'
import { aScene, dm, rootTs, text } from '#testing/workspace/domain'
import { deleteMessage } from './delete.ts'
import { checkAddressee, findEphemeral, postEphemeral } from './ephemeral.ts'
import { findMessage, findStanding } from './find.ts'
import { ownMessage } from './editable.ts'
import { onTop, replies } from './pages.ts'
import { updateMessage } from './update.ts'

const words = { notOwn: 'cant_delete_message', streaming: 'cant_delete_message' }

onBothDatabases('messages that are changed', (open) => {
  test('[MSG-2] say what they were last told to', async () => {
    const { store, own, message, spoken } = await aChangingScene()
    const ts = await spoken()
    await store.write(async (tx) => {
      const written = { text: 'Aha', markdown: undefined, blocks: undefined }
      await updateMessage(tx, await own(tx, ts), { written, metadata: { event_type: 'x', event_payload: {} } })
    })
    expect(await message(ts)).toMatchObject({
      text: 'Aha',
      streaming_state: null,
      edited_at: expect.any(Number),
      metadata: { event_type: 'x', event_payload: {} },
    })
  })

  test('[MSG-5] leave no word when they are deleted, and what was remembered of their stream is forgotten', async () => {
    const { store, remove, spoken } = await aChangingScene()
    const ts = await spoken()
    expect(await findStream(store.db, dm, ts)).toBeDefined()
    await remove(ts)
    expect(await findStream(store.db, dm, ts)).toBeUndefined()
    expect(await findMessage(store.db, dm, ts)).toBeUndefined()
    expect((await replies(store.db, dm, rootTs, { limit: 9 })).messages).toEqual([])
  })

  test('[MSG-5] stay as roots while a reply stands', async () => {
    const { store, remove, spoken } = await aChangingScene()
    const ts = await spoken()
    await store.write((tx) => tx.updateTable('messages').set({ user_id: 'U0SCOUT' }).where('ts', '=', rootTs).execute())
    await remove(rootTs)
    expect(await findMessage(store.db, dm, rootTs)).toBeUndefined()
    expect(await findStanding(store.db, dm, rootTs)).toMatchObject({ deleted: true, text: '', blocks: [] })
    expect((await onTop(store.db, dm, { limit: 9 })).messages).toMatchObject([{ ts: rootTs }])
    await remove(ts)
    expect(await findStanding(store.db, dm, rootTs)).toBeUndefined()
    expect((await onTop(store.db, dm, { limit: 9 })).messages).toEqual([])
  })

  test('[MSG-5] take what apps say of their thread with them, once nothing of it is left', async () => {
    const { store, remove, spoken, callerOf } = await aChangingScene()
    const { app, userId } = asApp(await callerOf('xoxb-acme-scout'))
    const ts = await spoken()
    await store.write(async (tx) => {
      await tx.updateTable('messages').set({ user_id: 'U0SCOUT' }).where('ts', '=', rootTs).execute()
      const channel = (await findChannel(tx, dm.team_id, dm.id))!
      await setTitle(tx, channel, rootTs, 'Deploy', 'U0SCOUT')
      await setAgentStatus(tx, { channel, threadTs: rootTs, app, userId, status: 'active' })
    })
    await remove(rootTs)
    expect(await threadFacts(store.db, dm, rootTs)).toMatchObject({ title: 'Deploy', agents: [{ status: 'active' }] })
    await remove(ts)
    expect(await threadFacts(store.db, dm, rootTs)).toBeUndefined()
  })

  test('[MSG-1] cannot be while they stream, and can as soon as time has ended that', async () => {
    const { start, remove, message } = await aChangingScene()
    const ts = await start(text('Hm'))
    await expect(remove(ts)).rejects.toThrow(/^cant_delete_message: .*still streams/)
    expect(await message(ts)).toMatchObject({ streaming_state: 'in_progress' })
    turnClock(600_000)
    await remove(ts)
    expect(await message(ts)).toBeUndefined()
  })

  test('[MSG-6] for one person alone are kept beside the others', async () => {
    const { store, callerOf } = await aChangingScene()
    const scout = await callerOf('xoxb-acme-scout')
    const ts = await store.write(async (tx) => {
      const channel = (await findChannel(tx, dm.team_id, dm.id))!
      await checkAddressee(tx, channel, 'U0ANA')
      return postEphemeral(tx, scout, {
        channel,
        forUser: 'U0ANA',
        threadTs: undefined,
        written: { text: undefined, markdown: '**Psst**', blocks: undefined },
        appearance: { username: undefined, iconEmoji: undefined, iconUrl: undefined },
      })
    })
    expect(await findEphemeral(store.db, dm, ts)).toMatchObject({
      for_user: 'U0ANA',
      text: '*Psst*',
      blocks: [{ type: 'rich_text' }],
    })
    expect(await findMessage(store.db, dm, ts)).toBeUndefined()
  })

  async function aChangingScene() {
    const scene = await aScene(open)
    const { store, start, stop, callerOf } = scene
    const scout = await callerOf('xoxb-acme-scout')
    return { ...scene, own, remove, spoken }

    /** A stream of Scout's that is done. */
    async function spoken() {
      const ts = await start(text('Hm'))
      await stop(ts)
      return ts
    }
    async function own(tx: Tx, ts: string) {
      return ownMessage(tx, scout, (await findChannel(tx, dm.team_id, dm.id))!, ts, words)
    }
    async function remove(ts: string) {
      await store.write(async (tx) => deleteMessage(tx, await own(tx, ts)))
    }
  }
})
