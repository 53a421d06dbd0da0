import { expect, test } from 'vitest'
import { requireApp } from '#domain/access/caller'
import { findChannel } from '#domain/channels/find'
import { findStream } from '#domain/streams/read'
import { setAgentStatus } from '#domain/threads/agentSessions'
import { findThreadDetails } from '#domain/threads/find'
import { setThreadTitle } from '#domain/threads/title'
import type { Tx } from '#store/db'
import { onBothDatabases } from '#testing/database/databases'
import { loadAcme, dm, rootTs, text } from '#testing/workspace/domain'
import { deleteMessage } from './delete.ts'
import { checkEphemeralRecipient, findEphemeral, postEphemeral } from './ephemeral.ts'
import { findMessage, findShownMessage } from './find.ts'
import { findEditableMessage } from './editable.ts'
import { listChannelMessages, listReplies } from './list.ts'
import { updateMessage } from './update.ts'

const words = { notOwn: 'cant_delete_message', streaming: 'cant_delete_message' }

onBothDatabases('updated and deleted messages', (open) => {
  test('[MSG-2] show their latest content', async () => {
    const { store, own, readMessage, spoken, findCaller } = await createMessages()
    const ts = await spoken()
    await store.write(async (tx) => {
      const written = { text: 'Aha', markdown: undefined, blocks: undefined }
      await updateMessage(tx, await findCaller('xoxb-acme-scout'), await own(tx, ts), {
        content: written,
        metadata: { event_type: 'x', event_payload: {} },
      })
    })
    expect(await readMessage(ts)).toMatchObject({
      text: 'Aha',
      streaming_state: null,
      edited_at: expect.any(Number),
      metadata: { event_type: 'x', event_payload: {} },
    })
  })

  test('[MSG-5] leave no content when they are deleted, and their stream is removed from the cache', async () => {
    const { store, remove, spoken } = await createMessages()
    const ts = await spoken()
    expect(await findStream(store.db, dm, ts)).toBeDefined()
    await remove(ts)
    expect(await findStream(store.db, dm, ts)).toBeUndefined()
    expect(await findMessage(store.db, dm, ts)).toBeUndefined()
    expect((await listReplies(store.db, dm, rootTs, { limit: 9 })).messages).toEqual([])
  })

  test('[MSG-5] stay as roots while they have replies', async () => {
    const { store, remove, spoken } = await createMessages()
    const ts = await spoken()
    await store.write((tx) => tx.updateTable('messages').set({ user_id: 'U0SCOUT' }).where('ts', '=', rootTs).execute())
    await remove(rootTs)
    expect(await findMessage(store.db, dm, rootTs)).toBeUndefined()
    expect(await findShownMessage(store.db, dm, rootTs)).toMatchObject({ deleted: true, text: '', blocks: [] })
    expect((await listChannelMessages(store.db, dm, { limit: 9 })).messages).toMatchObject([{ ts: rootTs }])
    await remove(ts)
    expect(await findShownMessage(store.db, dm, rootTs)).toBeUndefined()
    expect((await listChannelMessages(store.db, dm, { limit: 9 })).messages).toEqual([])
  })

  test('[MSG-5] take the details of their thread with them, once nothing of it is left', async () => {
    const { store, remove, spoken, findCaller } = await createMessages()
    const { app, userId } = requireApp(await findCaller('xoxb-acme-scout'))
    const ts = await spoken()
    await store.write(async (tx) => {
      await tx.updateTable('messages').set({ user_id: 'U0SCOUT' }).where('ts', '=', rootTs).execute()
      const channel = (await findChannel(tx, dm.team_id, dm.id))!
      await setThreadTitle(tx, channel, rootTs, 'Deploy', 'U0SCOUT')
      await setAgentStatus(tx, { channel, threadTs: rootTs, app, userId, status: 'active' })
    })
    await remove(rootTs)
    expect(await findThreadDetails(store.db, dm, rootTs)).toMatchObject({
      title: 'Deploy',
      agents: [{ status: 'active' }],
    })
    await remove(ts)
    expect(await findThreadDetails(store.db, dm, rootTs)).toBeUndefined()
  })

  test('[MSG-1] cannot be changed while they stream, and can once the stream has timed out', async () => {
    const { store, start, remove, readMessage } = await createMessages()
    const ts = await start(text('Hm'))
    await expect(remove(ts)).rejects.toThrow(/^cant_delete_message: .*still streams/)
    expect(await readMessage(ts)).toMatchObject({ streaming_state: 'in_progress' })
    store.db.clock.advance(600_000)
    await remove(ts)
    expect(await readMessage(ts)).toBeUndefined()
  })

  test('[MSG-6] for one person alone are stored apart from the others', async () => {
    const { store, findCaller } = await createMessages()
    const scout = await findCaller('xoxb-acme-scout')
    const ts = await store.write(async (tx) => {
      const channel = (await findChannel(tx, dm.team_id, dm.id))!
      await checkEphemeralRecipient(tx, channel, 'U0ANA')
      return postEphemeral(tx, scout, {
        channel,
        forUser: 'U0ANA',
        threadTs: undefined,
        content: { text: undefined, markdown: '**Psst**', blocks: undefined },
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

  async function createMessages() {
    const scene = await loadAcme(open)
    const { store, start, stop, findCaller } = scene
    const scout = await findCaller('xoxb-acme-scout')
    return { ...scene, own, remove, spoken }

    /** A stream of Scout's that is done. */
    async function spoken() {
      const ts = await start(text('Hm'))
      await stop(ts)
      return ts
    }
    async function own(tx: Tx, ts: string) {
      return findEditableMessage(tx, scout, (await findChannel(tx, dm.team_id, dm.id))!, ts, words)
    }
    async function remove(ts: string) {
      await store.write(async (tx) => deleteMessage(tx, await own(tx, ts)))
    }
  }
})
