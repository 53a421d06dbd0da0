import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openPostgres } from '#store/postgres/open'
import { patience } from '#testing/database/databases'
import { testKeys } from '#testing/database/keys'
import { createOwnUser } from '#testing/database/ownUser'
import { postgres } from '#testing/database/postgres'
import { createTempDirectory, runCommand } from '#testing/server/command'
import { backUp } from './backUp.ts'
import type { Manifest } from './manifest.ts'
import { copyPostgres, restorePostgres } from './postgres.ts'
import { restore } from './restore.ts'

describe.skipIf(!postgres)('[OPS-9] a database that cannot be used', () => {
  const manifest = {} as Manifest // Nothing is read of it.
  test.each([
    ['is copied', (url: string) => copyPostgres(url, '/nowhere')],
    ['is restored into', (url: string) => restorePostgres(url, '/nowhere', manifest, false)],
  ])('is told as at a start, where it %s', async (_, use) => {
    const at = (change: (url: URL) => void) => {
      const url = new URL(postgres ?? '')
      change(url)
      return url.href
    }
    await expect(use(at((url) => (url.pathname = '/no_such_chat')))).rejects.toThrow(
      /^There is no database no_such_chat in the PostgreSQL at .* Make it: createdb --owner /,
    )
    await expect(use(at((url) => (url.username = 'no_such_user')))).rejects.toThrow(
      /^PostgreSQL at .* does not let this server in: .* Correct the user or the password in --store/,
    )
  })

  test('for lack of rights is told as at a start', async () => {
    const { name, url } = await createOwnUser()
    const backup = restorePostgres(url, '/nowhere', { schema: `${name}_other` } as Manifest, false)
    await expect(backup).rejects.toThrow(
      /^The user \w+ may not do what this server needs: permission denied for database \w+\. .* Let it: grant create on database \w+ to \w+\.$/,
    )
  })

  test('[KEY-7] needs no right to make the schema that is there', async () => {
    const { name, url } = await createOwnUser()
    const restored = restorePostgres(url, '/nowhere', { schema: name } as Manifest, false)
    // There is no such backup.
    await expect(restored).rejects.toThrow(/^pg_restore failed: /)
  })
})

test.skipIf(!postgres)(
  '[KEY-7] the programs of PostgreSQL get no password as an argument, and their end is told',
  async () => {
    const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
    const url = new URL(postgres ?? '')
    url.searchParams.set('options', `-csearch_path=${schema}`)
    url.searchParams.set('password', 'never-seen')
    onTestFinished(async () => {
      const client = new pg.Client(postgres)
      await client.connect()
      await client.query(`drop schema ${schema} cascade`)
      await client.end()
    })
    const directory = createTempDirectory()
    vi.stubEnv('PATH', `${directory}${delimiter}${process.env['PATH']}`)
    onTestFinished(() => void vi.unstubAllEnvs())
    const restoreWith = (scripts: Record<string, string>) => {
      for (const [tool, script] of Object.entries(scripts)) {
        writeFileSync(join(directory, tool), `#!/bin/sh\n[ "$1" = --list ] || ${script}\n`)
        chmodSync(join(directory, tool), 0o700)
      }
      const manifest = { schema } as Manifest // All that is read of it.
      return restorePostgres(url.href, directory, manifest, false).catch(String)
    }

    // What is undone can be made again.
    const making = "echo 'create table made (id int);'"
    expect(await restoreWith({ pg_restore: `{ ${making}; kill -9 $$; }` })).toMatch(
      /pg_restore failed: it ended by SIGKILL/,
    )
    expect(await restoreWith({ pg_restore: `{ ${making}; ${making}; exec sleep 100; }` })).toMatch(
      /psql failed: .*ERROR: .*"made" already exists/,
    )
    const told = await restoreWith({ pg_restore: making, psql: '{ echo "$@" "$PGPASSWORD" >&2; exit 1; }' })
    expect(told).toMatch(/psql failed: --dbname=postgres:.* never-seen$/)
    expect(String(told).split('never-seen')).toHaveLength(2)
  },
)

test.skipIf(!postgres)(
  '[KEY-6] a connection that PostgreSQL ends while pg_dump runs does not end the command',
  async () => {
    const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
    const store = await openPostgres(postgres ?? '', { schema, keys: testKeys })
    onTestFinished(() => store.close())
    const url = new URL(postgres ?? '')
    url.searchParams.set('options', `-csearch_path=${schema}`)
    url.searchParams.set('application_name', schema)
    const directory = createTempDirectory()
    vi.stubEnv('PATH', `${directory}${delimiter}${process.env['PATH']}`)
    onTestFinished(() => void vi.unstubAllEnvs())
    const script = `#!/bin/sh\ntouch '${directory}/database.pgdump'\nwhile [ ! -e '${directory}/goes-on' ]; do sleep 0.05; done\n`
    writeFileSync(join(directory, 'pg_dump'), script)
    chmodSync(join(directory, 'pg_dump'), 0o700)

    const backup = copyPostgres(url.href, directory)
    const end = sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${schema}`
    await vi.waitUntil(() => existsSync(join(directory, 'database.pgdump')), patience)
    expect((await end.execute(store.db)).rows).toHaveLength(1)
    writeFileSync(join(directory, 'goes-on'), '')
    expect(await backup).toMatchObject({ schema })
  },
)

test.skipIf(!postgres)(
  '[KEY-7, FIL-18] a restore that is killed at its end leaves nothing, and is run again',
  async () => {
    const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
    const url = new URL(postgres ?? '')
    url.searchParams.set('options', `-csearch_path=${schema}`)
    url.searchParams.set('application_name', schema)
    const client = new pg.Client(postgres)
    await client.connect()
    const drop = () => client.query(`drop schema if exists ${schema} cascade`)
    onTestFinished(async () => {
      await drop()
      await client.end()
    })
    await (await openPostgres(postgres ?? '', { schema, keys: testKeys })).close()
    const [copy, tools] = [join(createTempDirectory(), 'copy'), createTempDirectory()]
    await backUp({ data: 'none', store: url.href, files: undefined }, copy, '1.0.0')
    await drop()

    // It ends some time after it has done its work.
    const done = join(tools, 'done')
    const script = `#!/bin/sh
    PATH="\${PATH#*:}" pg_restore "$@"
    [ "$1" = --list ] && exit
    touch '${done}'
    while [ -e '${done}' ]; do sleep 0.1; done\n`
    writeFileSync(join(tools, 'pg_restore'), script, { mode: 0o700 })
    const env = { PATH: `${tools}${delimiter}${process.env['PATH']}` }
    const command = runCommand(['restore', copy, '--store', url.href], { env })
    await vi.waitUntil(() => existsSync(done), patience)
    await command.stop('SIGKILL')
    rmSync(done)
    const working = `select from pg_stat_activity where application_name = '${schema}'`
    await expect.poll(async () => (await client.query(working)).rowCount).toBe(0)

    expect((await client.query(`select from pg_tables where schemaname = '${schema}'`)).rowCount).toBe(0)
    await restore({ data: 'none', store: url.href }, copy, { replace: false })
    expect((await client.query(`select from ${schema}.meta where key = 'restored_at'`)).rowCount).toBe(1)
  },
)
