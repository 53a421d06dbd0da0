import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { logEntry } from '#domain/log/entry'
import { newestSeq } from '#domain/log/numbers'
import type { Store } from '#store/db'
import { patience } from '#testing/database/databases'
import { testKeys } from '#testing/database/keys'
import { postgres } from '#testing/database/postgres'
import { checkDatabase } from './checkDatabase.ts'
import { statements } from './logStatement.ts'
import { openPostgres } from './open.ts'

// A pooler gives each transaction another connection, on which other statements have been named.
describe.skipIf(!postgres)('[NOD-20] a write succeeds on a connection', () => {
  test('that lacks the statements', async () => {
    const store = await open()
    await log(store)
    await sql`deallocate all`.execute(store.db)
    await logInAllWays(store)
    expect(await newestSeq(store.db, 'T1')).toBe(4)
  })

  test('that has them already', async () => {
    const store = await open()
    await sql`prepare ${sql.id(statements.take.name)} as select 1`.execute(store.db)
    await logInAllWays(store)
    expect(await newestSeq(store.db, 'T1')).toBe(3)
  })
})

test.skipIf(!postgres)('[NOD-20] a search path that a pooler has left out is told', async () => {
  const { db } = await open()
  const schema = await checkDatabase(db)
  expect(await checkDatabase(db, `-c search_path=${schema}`)).toBe(schema)
  expect(await checkDatabase(db, `--search_path=nowhere -csearch_path="${schema}"`)).toBe(schema)
  await expect(checkDatabase(db, '-c search_path=a,\\ public')).rejects.toThrow(
    'asks for the search path a, public, and',
  )
  await expect(checkDatabase(db, '-csearch_path=chat')).rejects.toThrow(
    `The address of --store asks for the search path chat, and PostgreSQL has ${schema}: what is in front of it leaves options out.`,
  )
})

test('[NOD-20] statements that say something else have other names', () => {
  const { take, write, writeUnchecked } = statements
  const names = new Set([take, write, writeUnchecked].map(({ name }) => name.slice(0, 63)))
  expect(names.size).toBe(3)
})

async function open(): Promise<Store> {
  const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
  const store = await openPostgres(postgres ?? '', { schema, keys: testKeys, patience, connections: 1 })
  onTestFinished(() => store.close())
  return store
}

function log(store: Store): Promise<void> {
  return store.write((tx) => tx.work.log(logEntry('status', 'T1')))
}

/** Two in a group, and one in a transaction of its own. */
async function logInAllWays(store: Store): Promise<void> {
  const alone = store.write(async (tx) => {
    await sql`select 1`.execute(tx)
    tx.work.log(logEntry('status', 'T1'))
  })
  await Promise.all([log(store), log(store), alone])
}
