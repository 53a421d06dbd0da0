import { describe, expect, test } from 'vitest'
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

  test('has none if it searches, or lists very many values', () => {
    const names = new StatementNames()
    expect(nameAfterMany(names, 'select from search_entries where terms @@ $1::tsquery')).toBeUndefined()
    const list = Array.from({ length: 3000 }, (_, i) => `$${i + 1}`).join()
    expect(nameAfterMany(names, `select from messages where ts in (${list})`)).toBeUndefined()
  })

  test('has none if as many have one as PostgreSQL shall keep', () => {
    const names = new StatementNames()
    const given = Array.from({ length: mostNames + 50 }, (_, i) => nameAfterMany(names, `select ${i}`))
    expect(given.filter((name) => name !== undefined)).toHaveLength(mostNames)
    expect(nameAfterMany(names, 'select 0')).toBe(given[0])
  })

  test('that is asked seldom is forgotten, among very many others', () => {
    const names = new StatementNames()
    const ask = (sql: string) => names.queryOf({ sql, parameters: [] }).name
    for (let i = 0; i < 5; i++) ask('select seldom')
    for (let i = 0; i < 1000; i++) ask(`select ${i}`)
    expect(ask('select seldom')).toBeUndefined()
  })
})

function nameAfterMany(names: StatementNames, sql: string): string | undefined {
  return Array.from({ length: 10 }, () => names.queryOf({ sql, parameters: [] }).name).at(-1)
}
