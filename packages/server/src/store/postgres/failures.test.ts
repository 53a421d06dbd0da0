import pg from 'pg'
import { expect, test } from 'vitest'
import { postgres } from '#testing/database/postgres'
import { startPostgresProxy } from '#testing/database/postgresProxy'
import { isCut } from './failures.ts'

test.skipIf(!postgres)(
  '[NOD-15] a connection that PostgreSQL ends was cut, in whatever language it says so',
  async () => {
    const proxy = await startPostgresProxy(postgres ?? '')
    proxy.replaceInAnswers('FATAL', 'MORTE')
    const client = new pg.Client(proxy.url)
    client.on('error', () => {})
    await client.connect()
    const refused = await client.query('select 1 / 0').catch((error: unknown) => error)
    expect(isCut(refused)).toBe(false)
    const ended = await client.query('select pg_terminate_backend(pg_backend_pid())').catch((error: unknown) => error)
    expect(ended).toMatchObject({ severity: 'MORTE' })
    expect(isCut(ended)).toBe(true)
  },
)
