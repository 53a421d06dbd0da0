import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openPostgres } from '#store/postgres/open'
import { createTempDirectory } from '#testing/database/databases'
import { testKeys } from '#testing/database/keys'
import { postgres } from '#testing/database/postgres'
import { readAddress } from './readAddress.ts'

test.skipIf(!postgres)('[FLT-6] a file that the address names for TLS may go away after the start', async () => {
  const file = join(createTempDirectory(), 'ca.crt')
  writeFileSync(file, '')
  const url = new URL(postgres ?? '')
  url.searchParams.set('sslmode', 'disable')
  url.searchParams.set('sslrootcert', file)
  const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
  const store = await openPostgres(url.href, { schema, keys: testKeys })
  onTestFinished(() => store.close())
  rmSync(file)
  // It is asked over another connection meanwhile.
  const asking = Array.from({ length: 5 }, () => sql`select pg_sleep(2)`.execute(store.db))
  expect(await Promise.all(asking)).toHaveLength(5)
})

test('an address says what it said to the driver, and the environment and the password file the rest', () => {
  const file = join(createTempDirectory(), 'ca.crt')
  writeFileSync(file, 'authority')
  const settings = `options=-csearch_path%3Dchat&sslmode=verify-full&sslrootcert=${file}&max=3&log=x`
  expect(readAddress(`postgres://ana:p%40ss@db:6432/chat?${settings}`)).toEqual({
    user: 'ana',
    password: 'p@ss',
    host: 'db',
    port: '6432',
    database: 'chat',
    options: '-csearch_path=chat',
    ssl: { ca: 'authority' },
  })
  expect(readAddress('postgres://ana@db/chat?ssl=no-verify')).toMatchObject({
    password: '',
    port: '',
    ssl: 'no-verify',
  })
})

test('[OPS-9] a directory in place of a file for TLS is told', async () => {
  const opening = openPostgres(`postgres://ana@127.0.0.1:1/chat?sslrootcert=${createTempDirectory()}`, {
    keys: testKeys,
  })
  await expect(opening).rejects.toThrow(/^A file that --store names for TLS cannot be read: EISDIR/)
})

test.each(['abc', '70000', '0', '-1'])(
  '[OPS-9] a port that is none is refused before anything is connected: %s',
  (port) => {
    expect(() => readAddress(`postgres://ana@db/chat?port=${port}`)).toThrow('bad port')
    vi.stubEnv('PGPORT', port)
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(() => readAddress('postgres://ana@db/chat')).toThrow('bad port')
    expect(readAddress('postgres://ana@db:6432/chat')).toMatchObject({ port: '6432' })
  },
)
