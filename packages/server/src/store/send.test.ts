import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tx } from '#store/db'
import { insertNote, listNoteKeys, readNote, rollbackError } from '#testing/contract/notes'
import { onEveryDatabase } from '#testing/database/databases'

const note = (tx: Tx, key: string, value = '') => tx.insertInto('meta').values({ key, value })
const failing = sql`insert into nowhere values (1)`

onEveryDatabase('a write that is sent', (open) => {
  test('takes effect in the order in which it was sent, and what is asked later sees it', async () => {
    const store = await open()
    const seen = await store.write(async (tx) => {
      await insertNote(tx, 'asked', '1')
      await tx.send(note(tx, 'sent', '1'))
      await tx.send(tx.updateTable('meta').set({ value: '2' }))
      await tx.send(sql`delete from meta where key = 'asked' and value = '2'`)
      return readNote(tx, 'sent')
    })
    expect(seen).toBe('2')
    expect(await listNoteKeys(store)).toEqual(['sent'])
  })

  test('is undone with the others if the write is refused', async () => {
    const store = await open()
    const refused = store.write(async (tx) => {
      await tx.send(note(tx, 'sent'))
      throw rollbackError
    })
    await expect(refused).rejects.toBe(rollbackError)
    expect(await listNoteKeys(store)).toEqual([])
  })

  test('fails the write with its own reason, at the end or in what is asked later', async () => {
    const store = await open()
    const atTheEnd = store.write(async (tx) => {
      await insertNote(tx, 'before', '')
      await tx.send(failing)
    })
    await expect(atTheEnd).rejects.toThrow(/nowhere/)
    const later = store.write(async (tx) => {
      await tx.send(failing)
      await tx.send(note(tx, 'after'))
      await readNote(tx, 'before')
    })
    await expect(later).rejects.toThrow(/nowhere/)
    await store.write((tx) => tx.send(note(tx, 'next')))
    expect(await listNoteKeys(store)).toEqual(['next'])
  })
})
