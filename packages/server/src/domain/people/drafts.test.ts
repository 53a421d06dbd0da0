import { expect, test } from 'vitest'
import { onBothDatabases } from '#testing/database/databases'
import { loadAcme } from '#testing/workspace/domain'
import { findDraft, listDrafts, maxDrafts, saveDraft } from './drafts.ts'

const help = { channelId: 'C0HELP', threadTs: undefined }
const thread = { channelId: 'C0HELP', threadTs: '1767225600.000100' }
const typed = (text: string) => ({ text, picked: [] })

onBothDatabases('drafts', (open) => {
  test('[DRF-2] what was typed last stays, whichever device says so first; a draft that is gone does not come back', async () => {
    const { store, findPerson } = await loadAcme(open)
    const ana = await findPerson('U0ANA')
    const save = (at: number, text: string | null, place: typeof help | typeof thread = help) =>
      store.write((tx) => saveDraft(tx, ana, { ...place, at, draft: text === null ? null : typed(text) }))
    await save(2000, 'second\0')
    await save(1000, 'first, from a device that was away')
    await save(1500, 'in the thread', thread)
    expect(await listDrafts(store.db, ana)).toEqual([
      { ...help, excerpt: 'second', at: 2000 },
      { ...thread, excerpt: 'in the thread', at: 1500 },
    ])
    expect(await findDraft(store.db, ana, help)).toMatchObject({ draft: typed('second\0') })
    await save(3000, null)
    await save(2500, 'typed before it was sent')
    expect((await listDrafts(store.db, ana)).map(({ at }) => at)).toEqual([1500])
    expect(await findDraft(store.db, ana, help)).toMatchObject({ draft: null, typed_at: 3000 })
    expect(await listDrafts(store.db, await findPerson('U0BEN'))).toEqual([])
  })

  test('[DRF-2] that a draft is gone is kept for channels that there are, and for what was typed, alone', async () => {
    const { store, findPerson } = await loadAcme(open)
    const ana = await findPerson('U0ANA')
    const save = (channelId: string, at: number, draft: ReturnType<typeof typed> | null) =>
      store.write((tx) => saveDraft(tx, ana, { channelId, threadTs: undefined, at, draft }))
    for (const channelId of ['C0NOWHERE', 'no\0channel']) await save(channelId, 1000, null)
    await save('C0SECRET', 1000, typed('about to be removed'))
    await store.write((tx) => tx.deleteFrom('members').where('channel_id', '=', 'C0SECRET').execute())
    await store.write((tx) => tx.updateTable('channels').set({ deleted: true }).where('id', '=', 'C0SECRET').execute())
    await save('C0SECRET', 2000, null)
    const rows = await store.db.selectFrom('drafts').select(['channel_id', 'typed_at']).execute()
    expect(rows).toEqual([{ channel_id: 'C0SECRET', typed_at: 2000 }])
  })

  test('[DRF-2, PLA-1] a draft that is gone does not tell whether a channel exists that the person does not see', async () => {
    const { store, findPerson } = await loadAcme(open)
    const eve = await findPerson('U0EVE')
    for (const channelId of ['C0SECRET', 'D0ANASCOUT', 'C0NOWHERE'])
      await store.write((tx) => saveDraft(tx, eve, { channelId, threadTs: undefined, at: 1000, draft: null }))
    expect(await store.db.selectFrom('drafts').selectAll().execute()).toEqual([])
  })

  test('[DRF-3] keeps the newest drafts, and none for a channel that the person does not see', async () => {
    const { store, findPerson } = await loadAcme(open)
    const [ana, eve] = [await findPerson('U0ANA'), await findPerson('U0EVE')]
    await store.write(async (tx) => {
      for (let n = 1; n <= maxDrafts + 2; n++)
        await saveDraft(tx, ana, { ...help, threadTs: `${n}.000100`, at: n, draft: typed(`draft ${n}`) })
      await saveDraft(tx, ana, { ...help, threadTs: '1.000200', at: 1, draft: null })
    })
    const all = await listDrafts(store.db, ana)
    expect([all.length, all[0]?.at, all.at(-1)?.at]).toEqual([maxDrafts, maxDrafts + 2, 3])
    const hidden = { channelId: 'C0SECRET', threadTs: undefined, at: 1, draft: typed('x') }
    await expect(store.write((tx) => saveDraft(tx, eve, hidden))).rejects.toThrow(/C0SECRET/)
    expect(await listDrafts(store.db, eve)).toEqual([])
  })
})
