import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { postgres } from '#testing/database/postgres'
import { startPostgresProxy } from '#testing/database/postgresProxy'
import { DiskRefusal } from '#store/db'
import { isCut, toWriteFailure } from './failures.ts'

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

test.skipIf(!postgres)(
  '[NOD-15] a full disk that has ended PostgreSQL says nothing of what was committed',
  async () => {
    const client = new pg.Client(postgres)
    await client.connect()
    onTestFinished(() => client.end())
    const raised = await client
      .query(`do $$ begin raise exception 'No space left' using errcode = 'disk_full'; end $$`)
      .catch((error: unknown) => error)
    expect(isCut(raised)).toBe(false)
    expect(toWriteFailure(raised)).toBeInstanceOf(DiskRefusal)
    const panic = Object.assign(Object(raised), { severity: 'PANIC' })
    expect(isCut(panic)).toBe(true)
    expect(toWriteFailure(panic)).toBe(panic)
  },
)
