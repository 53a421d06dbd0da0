import { plainTextFromBlocks } from '@rivulet/blocks/plainText'
import { expect, test } from 'vitest'
import type { Caller } from '#domain/access/caller'
import { findChannel } from '#domain/channels/find'
import { findMessage } from '#domain/messages/find'
import { updateMessage } from '#domain/messages/update'
import { editMessage, removeMessage } from '#domain/people/messages/change'
import { createPushScene } from '#testing/apps/pushScene'
import { onBothDatabases, type OpenStore } from '#testing/database/databases'
import { stopClock } from '#testing/workspace/stopClock'
import { listVersions, maxVersions } from './versions.ts'

const names = { user: String, channel: String, usergroup: String }

onBothDatabases('[MSG-35] versions of a message', (open) => {
  test('are what it says and said, and since when', async () => {
    const { ana, ben, say, edit, said, store } = await createScene(open)
    stopClock(['Date'])
    const begun = store.db.clock.now()
    const ts = await say(ana, 'one **two**')
    expect(await said(ben, ts)).toEqual([])
    await edit(ana, ts, 'one three')
    await edit(ana, ts, 'one three')
    await edit(ana, ts, 'four')
    expect(await said(ben, ts)).toEqual(['four', 'one three', 'one two'])
    const versions = await listVersions(store.db, ana, { channelId: 'C0HELP', ts })
    // The same words are no edit.
    expect(versions.map(({ writtenAt }) => writtenAt - begun)).toEqual([3000, 1000, 0])
  })

  test('are the first and the newest ones', async () => {
    const { ana, say, edit, said } = await createScene(open)
    const ts = await say(ana, 'first')
    for (let i = 0; i < maxVersions + 3; i++) await edit(ana, ts, `version ${i}`)
    const versions = await said(ana, ts)
    expect(versions).toHaveLength(maxVersions + 1)
    expect([versions[0], versions[1], versions.at(-2), versions.at(-1)]).toEqual([
      'version 22',
      'version 21',
      'version 3',
      'first',
    ])
  })

  test('are read by whoever can read the message, and deleted with it', async () => {
    const { store, ana, ben, say, edit, said } = await createScene(open)
    const secret = await say(ana, 'for few', 'C0SECRET')
    await edit(ana, secret, 'for fewer', 'C0SECRET')
    expect(await said(ana, secret, 'C0SECRET')).toEqual(['for fewer', 'for few'])
    await expect(said(ben, secret, 'C0SECRET')).rejects.toThrow(/C0SECRET/)
    await store.write((tx) => removeMessage(tx, ana, { channelId: 'C0SECRET', ts: secret }))
    await expect(said(ana, secret, 'C0SECRET')).rejects.toThrow(secret)
    expect(await store.db.selectFrom('message_versions').select('ts').execute()).toEqual([])
  })

  test('are not kept of what is no edit, or is very long', async () => {
    const { store, ana, say, edit, said } = await createScene(open)
    const ts = await say(ana, 'words')
    const channel = await findChannel(store.db, ana.teamId, 'C0HELP')
    const message = await findMessage(store.db, channel!, ts)
    const metadata = { event_type: 'x', event_payload: {} }
    await store.write((tx) => updateMessage(tx, ana, message!, { content: undefined, metadata }))
    const blocks = [{ type: 'section', text: { type: 'plain_text', text: 'x'.repeat(100_000) } }]
    await store.db
      .updateTable('messages')
      .set({ blocks: JSON.stringify(blocks) as never })
      .where('ts', '=', ts)
      .execute()
    await edit(ana, ts, 'other words')
    expect(await said(ana, ts)).toEqual(['other words'])
  })
})

async function createScene(open: OpenStore) {
  const scene = await createPushScene(open)
  const { store } = scene
  return {
    ...scene,
    async edit(person: Caller, ts: string, text: string, channelId = 'C0HELP'): Promise<void> {
      store.db.clock.advance(1000)
      await store.write((tx) => editMessage(tx, person, { channelId, ts, text }))
    },
    said: async (person: Caller, ts: string, channelId = 'C0HELP') =>
      (await listVersions(store.db, person, { channelId, ts })).map(({ blocks }) => plainTextFromBlocks(blocks, names)),
  }
}
