import { randomBytes } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { logEntry } from '#domain/log/entry'
import type { Store } from '#store/db'
import { insertNote, listLoggedTs, listNoteKeys } from '#testing/contract/notes'
import { patience } from '#testing/database/databases'
import { testKeys } from '#testing/database/keys'
import { postgres } from '#testing/database/postgres'
import { startPostgresProxy } from '#testing/database/postgresProxy'
import { openPostgres } from '#store/postgres/open'

describe.skipIf(!postgres)('a transaction of PostgreSQL', () => {
  test('does not wait for a lock or for what it sends; its commit does', async () => {
    const store = await open()
    const holding = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const first = store.write(async (tx) => {
      await tx.lock('key')
      await insertNote(tx, 'first', '') // is answered once the lock is held
      held.resolve()
      await holding.promise
    })
    await held.promise

    const passed = Promise.withResolvers<void>()
    let isCommitted = false
    const second = store
      .write(async (tx) => {
        await tx.lock('key')
        await tx.send(tx.updateTable('meta').set({ key: 'second' }).where('key', '=', 'first'))
        passed.resolve()
      })
      .then(() => (isCommitted = true))
    await passed.promise
    expect(await listNoteKeys(store)).toEqual([])
    expect(isCommitted).toBe(false)

    holding.resolve()
    await Promise.all([first, second])
    expect(await listNoteKeys(store)).toEqual(['second'])
  })

  test('fails for its first reason, also if more was sent behind what failed', async () => {
    const store = await open()
    await store.write((tx) => insertNote(tx, 'note', ''))
    const failing = store.write(async (tx) => {
      const again = insertNote(tx, 'note', '')
      again.catch(() => {}) // it is awaited below
      await tx.send(tx.updateTable('meta').set({ value: 'sent' }))
      await again
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
  })

  test('sends what it has left, its entries and the commit in one piece', async () => {
    const proxy = await startPostgresProxy(postgres ?? '')
    const store = await open(proxy.url)
    await store.write((tx) => insertNote(tx, 'other', ''))
    const sent = proxy.recordSent()
    await store.write(async (tx) => {
      await insertNote(tx, 'asked', '')
      await tx.send(tx.updateTable('meta').set({ value: 'sent' }))
      await tx.send(tx.insertInto('meta').values({ key: 'sent', value: '' }))
      tx.work.log(logEntry('status', 'T0ACME'))
    })
    expect(sent.filter((piece) => /insert|update/.test(piece))).toEqual([
      expect.stringMatching(/begin.*insert into "meta"/s),
      expect.stringMatching(/update "meta".*insert into "meta".*insert into team_log.*insert into log.*commit/s),
    ])
  })

  test('is not committed, and says so, if somebody has made nothing of the failure of a query', async () => {
    const store = await open()
    const writing = store.write(async (tx) => {
      await insertNote(tx, 'one', '')
      await insertNote(tx, 'one', '').catch(() => {})
    })
    await expect(writing).rejects.toThrow(/rolled back/)
    expect(await listNoteKeys(store)).toEqual([])
  })

  test('takes nothing more once it is over, however soon before that something is asked', async () => {
    const store = await open()
    for (let lead = 0; lead < 16; lead++) {
      // Parts of one write: one of them fails as the other asks.
      let late: Promise<unknown> | undefined
      const writing = store.write(async (tx) => {
        await insertNote(tx, 'one', '')
        late = inTicks(lead)
          .then(() => insertNote(tx, `late ${lead}`, ''))
          .catch(() => {})
        throw new Error('refused')
      })
      await expect(writing).rejects.toThrow('refused')
      await late
    }
    expect(await listNoteKeys(store)).toEqual([])
  })

  test('[NOD-15] that was cut from PostgreSQL with what it sent and its commit under way is not made again', async () => {
    const proxy = await startPostgresProxy(postgres ?? '')
    const store = await open(proxy.url)
    let attempts = 0
    proxy.hangUpAfter('commit')
    const writing = store.write(async (tx) => {
      attempts++
      tx.work.believe(() => {})
      await tx.send(tx.insertInto('meta').values({ key: 'once', value: '' }))
      tx.work.log({ ...logEntry('status', 'T0ACME'), ts: 'once' })
    })
    await expect(writing).rejects.toThrow(/connection/i)
    expect(attempts).toBe(1)
    expect(await listNoteKeys(store)).toEqual(['once'])
    expect(await listLoggedTs(store)).toEqual(['once'])
  })
})

async function inTicks(ticks: number): Promise<void> {
  for (let i = 0; i < ticks; i++) await Promise.resolve()
}

async function open(url = postgres ?? ''): Promise<Store> {
  const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
  const store = await openPostgres(url, { schema, keys: testKeys, patience, connections: 4 })
  onTestFinished(() => store.close())
  return store
}
