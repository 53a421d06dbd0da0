import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertNote, listNoteKeys } from '#testing/contract/notes'
import { onEveryDatabase } from '#testing/database/databases'
import { together } from './together.ts'

onEveryDatabase('writes that go together', (open) => {
  test('take effect, one after the other', async () => {
    const store = await open()
    await store.write((tx) =>
      together([insertNote(tx, 'one', ''), insertNote(tx, 'two', ''), insertNote(tx, 'three', '')]),
    )
    expect(await listNoteKeys(store)).toEqual(['one', 'three', 'two'])
  })

  test('are undone if one of them fails, with all that the others still do', async () => {
    const store = await open()
    let hasGoneOn = false
    const goesOn = async (write: () => Promise<unknown>) => {
      await after(20)
      hasGoneOn = true
      await write()
    }
    const writing = store.write((tx) =>
      together([
        insertNote(tx, 'before', ''),
        sql`select missing from nowhere`.execute(tx),
        goesOn(() => insertNote(tx, 'after', '')),
      ]),
    )
    await expect(writing).rejects.toThrow(/nowhere/)
    expect(hasGoneOn).toBe(true)
    await store.write((tx) => insertNote(tx, 'next', ''))
    expect(await listNoteKeys(store)).toEqual(['next'])
  })
})
