import { expect, test } from 'vitest'
import { onBothDatabases } from '#testing/database/databases'
import { loadAcme } from '#testing/workspace/domain'
import { arrangeSidebar, findSidebar } from './sidebar.ts'

onBothDatabases('the sidebar', (open) => {
  test('[SDB-1] is kept as the person arranged it last, and of nobody else', async () => {
    const { store, findPerson } = await loadAcme(open)
    const [ana, ben] = [await findPerson('U0ANA'), await findPerson('U0BEN')]
    expect(await findSidebar(store.db, ana)).toBeUndefined()
    const layout = { sections: [], closed: ['apps'], unread_first: true }
    await store.write((tx) => arrangeSidebar(tx, ana, layout))
    const later = { ...layout, sections: [{ id: 's1', name: 'Büro', emoji: ':office:', channels: ['C0HELP'] }] }
    await store.write((tx) => arrangeSidebar(tx, ana, later))
    expect(await findSidebar(store.db, ana)).toEqual(later)
    expect(await findSidebar(store.db, ben)).toBeUndefined()
  })
})
