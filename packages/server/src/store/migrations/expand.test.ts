import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { describe, expect, test } from 'vitest'
import { released } from '#store/migrate'
import type { Tables } from '#store/tables/tables'

/** The last migration that servers of the version before it cannot work beside. */
const lastBreaking = '0039_keys_of_teams'

describe('[NOD-19] a migration', () => {
  const later = Object.entries(released).filter(([name]) => name > lastBreaking)
  test.each(later)('only adds to what servers of the version before it know: %s', async (_, { up }) => {
    const statements: string[] = []
    const db = new Kysely<Tables>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (each) => new PostgresIntrospector(each),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
      log: ({ query }) => void statements.push(query.sql),
    })
    await up(db)
    expect(statements.length).toBeGreaterThan(0)
    expect(statements.flatMap((statement) => statement.split(';')).filter(isBreaking)).toEqual([])
  })

  test.each([
    'drop table messages',
    'alter table messages drop column text',
    'alter table messages rename column text to words',
    'alter table messages alter column text set not null',
    'alter table messages add column words text not null',
    'alter table messages add column words text, drop column text',
    'create unique index once on messages (text)',
    'delete from messages',
  ])('that does this is found: %s', (statement) => {
    expect(isBreaking(statement)).toBe(true)
  })
})

/** Whether a server that does not know of this could fail, or miss something. */
function isBreaking(statement: string): boolean {
  const said = statement.trim().toLowerCase()
  if (said === '' || /^(select|insert|create table|create index)\b/.test(said)) return false
  const added = /^alter table \S+ (add column .*)$/s.exec(said)?.[1]
  if (added === undefined) return true
  return added.split(/,\s*(?=add |drop |alter |rename )/).some((part) => {
    return !part.startsWith('add column ') || (part.includes('not null') && !part.includes('default'))
  })
}
