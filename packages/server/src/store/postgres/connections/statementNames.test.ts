import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { mostNames, StatementNames } from './statementNames.ts'

describe('[NOD-21] a statement', () => {
  test('has a name from the sixth time on', () => {
    const names = new StatementNames()
    const asked = Array.from({ length: 7 }, () => names.queryOf({ sql: 'select 1', parameters: [] }).name)
    expect(asked.slice(0, 5)).toEqual(Array.from({ length: 5 }))
    expect(asked[5]).toMatch(/^rivulet_[0-9a-f]{32}$/)
    expect(asked[6]).toBe(asked[5])
  })

  test('[NOD-20] has another name if it says something else', () => {
    const names = new StatementNames()
    expect(nameAfterMany(names, 'select 1')).not.toBe(nameAfterMany(names, 'select 2'))
  })

  test('has none if it searches, or is very long', () => {
    const names = new StatementNames()
    expect(nameAfterMany(names, 'select from search_entries where terms @@ $1::tsquery')).toBeUndefined()
    expect(nameAfterMany(names, `select '${'long'.repeat(3000)}'`)).toBeUndefined()
  })

  test('has none if as many have one as PostgreSQL shall keep', () => {
    const names = new StatementNames()
    const given = Array.from({ length: mostNames + 50 }, (_, i) => nameAfterMany(names, `select ${i}`))
    expect(given.filter((name) => name !== undefined)).toHaveLength(mostNames)
    expect(nameAfterMany(names, 'select 0')).toBe(given[0])
  })

  test('has none if there are as many of it as there are lengths of a list', () => {
    const names = new StatementNames()
    const values = (n: number) => Array.from({ length: n }, (_, i) => `$${i + 1}`)
    for (let n = 5; n < 300; n++) {
      expect(nameAfterMany(names, `select from members where channel_id in (${values(n).join(', ')})`)).toBeUndefined()
      const rows = values(n).map((value) => `(${value})`)
      expect(nameAfterMany(names, `insert into mentions (user_id) values ${rows.join(', ')}`)).toBeUndefined()
    }
    expect(nameAfterMany(names, 'select from teams where state in ($1, $2, $3, $4)')).toBeDefined()
    expect(nameAfterMany(names, `insert into messages values (${values(24).join(', ')})`)).toBeDefined()
  })

  test('that is asked seldom is forgotten, among very many others', () => {
    const names = new StatementNames()
    const ask = (sql: string) => names.queryOf({ sql, parameters: [] }).name
    for (let i = 0; i < 5; i++) ask('select seldom')
    for (let i = 0; i < 1000; i++) ask(`select ${i}`)
    expect(ask('select seldom')).toBeUndefined()
  })
})

describe('[NOD-20] names', () => {
  const [late, doubled, statement] = ['55P03', '42P05', { sql: 'select 1', parameters: [] }]

  test('go on after what a connection says that has refused to take up a statement', async () => {
    const names = new StatementNames()
    const name = nameAfterMany(names, statement.sql)
    const spoiled = clientThatFailsWith(late, doubled)
    for (const code of [late, doubled]) await expect(names.ask(spoiled, statement)).rejects.toMatchObject({ code })
    expect(names.isSpoiled(spoiled)).toBe(true)
    expect(names.queryOf(statement).name).toBe(name)
  })

  test('end if a connection has statements already', async () => {
    const names = new StatementNames()
    const ended = vi.spyOn(names, 'onEnd')
    nameAfterMany(names, statement.sql)
    await expect(names.ask(clientThatFailsWith(doubled), statement)).rejects.toMatchObject({ code: doubled })
    expect(names.queryOf(statement).name).toBeUndefined()
    expect(ended).toHaveBeenCalledOnce()
  })
})

/** A connection on which each query fails with the next of these codes, and on which nothing has a name yet. */
function clientThatFailsWith(...codes: string[]): pg.PoolClient {
  const client = Object.assign(new pg.Client(), { release: () => {} })
  vi.spyOn(client, 'query').mockImplementation(() =>
    Promise.reject(Object.assign(new pg.DatabaseError('', 0, 'error'), { code: codes.shift() })),
  )
  return client
}

function nameAfterMany(names: StatementNames, sql: string): string | undefined {
  return Array.from({ length: 10 }, () => names.queryOf({ sql, parameters: [] }).name).at(-1)
}
