import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { patience } from '#testing/database/databases'
import { testKeys } from '#testing/database/keys'
import { postgres } from '#testing/database/postgres'
import { logStatements } from './logStatement.ts'
import { openPostgres } from './open.ts'

test.skipIf(!postgres)(
  '[NOD-7] what ends a write looks up single entries of the log, however long that has become since',
  async () => {
    const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
    const store = await openPostgres(postgres ?? '', { schema, keys: testKeys, patience, connections: 1 })
    onTestFinished(() => store.close())
    const client = new pg.Client({ connectionString: postgres ?? '', options: `-c search_path=${schema}` })
    await client.connect()
    onTestFinished(() => client.end())

    // One plan is made while the log is empty, and kept.
    const { sql, parameters } = logStatements([], true, false).write
    await client.query(`prepare write as ${sql}`)
    await client.query('set plan_cache_mode = force_generic_plan')
    const given = parameters.map((value) => (Array.isArray(value) ? `'{}'` : String(value)))
    const { rows } = await client.query<Record<string, string>>(`explain execute write(${given.join()})`)
    const plan = rows.map((row) => row['QUERY PLAN'] ?? '').join('\n')
    expect(plan.match(/(Index|Index Only) Scan using deltas on log/g)).toHaveLength(2)
    expect(plan).not.toMatch(/Seq Scan on log\b|Hash(ed)? .*log/)
  },
)
