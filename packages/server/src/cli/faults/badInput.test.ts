import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { withoutBus } from '#server/openBus'
import { createTempDirectory, runCommand } from '#testing/server/command'
import { postgres } from '#testing/database/postgres'
import { startPostgresProxy } from '#testing/database/postgresProxy'

const password = 'hunter2-is-secret'

/** Starts a server that has to refuse, and expects that nothing was created. */
async function refused(args: string[], env: Record<string, string> = {}) {
  const cwd = createTempDirectory()
  const { code, out, err } = await runCommand(['serve', '--port', '0', '--json', ...args], { cwd, env }).ended
  expect(out).toBe('')
  expect(err).toMatch(/^rivulet: [^\n]*\n$/)
  expect(err).not.toContain(password)
  expect(readdirSync(cwd)).toEqual([])
  return { code, err }
}

const onPostgres = (url: string) => refused(['--store', url, '--key', 'key'])

/** The address of the tests' PostgreSQL, changed. */
function address(change: (url: URL) => void): string {
  const url = new URL(postgres ?? 'postgres://')
  change(url)
  return url.href
}

async function ask(...statements: string[]): Promise<void> {
  const client = new pg.Client(postgres)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

describe('settings that cannot be meant', () => {
  test('[OPS-1] the address of a database is no data directory', async () => {
    const { code, err } = await refused(['--data', `postgres://ana:${password}@db/chat?password=${password}`])
    expect(code).toBe(2)
    expect(err).toBe(
      'rivulet: --data needs to be a directory; the address of a database goes into --store; it is "postgres://ana:***@db/chat?password=***"\n',
    )
  })

  test('[OPS-1] another kind of database is refused without its password', async () => {
    const { code, err } = await refused(['--store', `mysql://ana:p@${password}@db/chat`])
    expect(code).toBe(2)
    expect(err).toContain('its value is not repeated here, because it may hold a password')
  })

  test('[OPS-9] an address that cannot be read', async () => {
    const { code, err } = await onPostgres(`postgres://ana:${password}#@db:5432/chat`)
    expect(code).toBe(1)
    expect(err).toContain('postgres://user:password@host:5432/database')
  })
})

test.each(['abc', '70000', '0'])('[OPS-9] a port that is none: %s', async (port) => {
  const url = `postgres://ana:${password}@127.0.0.1/chat`
  for (const refusing of [
    onPostgres(`${url}?port=${port}`),
    refused(['--store', url, '--key', 'key'], { PGPORT: port }),
  ]) {
    const { code, err } = await refusing
    expect(code).toBe(1)
    expect(err).toBe(
      'rivulet: The port of PostgreSQL, in --store or in PGPORT, is none: it needs to be a number from 1 to 65535. Correct it.\n',
    )
  }
})

test('[OPS-9] a certificate that cannot be read', async () => {
  const url = `postgres://ana:${password}@127.0.0.1:1/chat?sslmode=verify-full&sslrootcert=/no/such/ca.crt`
  const { code, err } = await onPostgres(url)
  expect(code).toBe(1)
  expect(err).toBe(
    "rivulet: A file that --store names for TLS cannot be read: ENOENT: no such file or directory, open '/no/such/ca.crt'. Correct sslrootcert, sslcert or sslkey there, or what this server may read.\n",
  )
})

test('[OPS-9] a data directory that another server uses', async () => {
  const data = join(createTempDirectory(), 'data')
  const { pid } = await runCommand(['serve', '--port', '0', '--json', '--data', data]).ready()
  const { code, err } = await refused(['--data', data])
  expect(code).toBe(1)
  expect(err).toContain(`The data directory ${data} is in use by the process ${pid} (since `)
  expect(err).toContain('Stop that first, or choose another with --data.')
})

test('[OPS-9] the data of a newer version', async () => {
  const data = join(createTempDirectory(), 'data')
  const first = runCommand(['serve', '--port', '0', '--json', '--data', data])
  await first.ready()
  await first.stop()
  const database = new DatabaseSync(join(data, 'rivulet.db'))
  database.exec(`insert into kysely_migration values ('9999_tomorrow', '2099-01-01')`)
  database.close()
  const { code, err } = await refused(['--data', data])
  expect(code).toBe(1)
  expect(err).toContain('was written by a newer version of Rivulet (it has 9999_tomorrow); nothing was changed.')
})

describe('[OPS-9] a PostgreSQL that cannot be reached', () => {
  test('because nothing listens there', async () => {
    const { port, server } = await listen()
    server.close()
    const { code, err } = await onPostgres(`postgres://ana:${password}@127.0.0.1:${port}/chat`)
    expect(code).toBe(1)
    expect(err).toBe(
      `rivulet: Nothing listens at 127.0.0.1:${port}, where PostgreSQL should be. Start it, or correct the address in --store.\n`,
    )
  })

  test('because its host has no address', async () => {
    const { code, err } = await onPostgres(`postgres://ana:${password}@nowhere.invalid/chat`)
    expect(code).toBe(1)
    expect(err).toContain('The host of PostgreSQL, nowhere.invalid:5432, has no address in the network.')
  })

  test('because what listens there does not answer', async () => {
    const { port, server } = await listen()
    onTestFinished(() => void server.close())
    const { code, err } = await onPostgres(`postgres://ana:${password}@127.0.0.1:${port}/chat`)
    expect(code).toBe(1)
    expect(err).toContain('does not answer. Look whether it runs and whether a firewall is between')
  })
})

describe.skipIf(!postgres)('[OPS-9] a PostgreSQL that cannot be used', () => {
  test('because there is no such database', async () => {
    const { code, err } = await onPostgres(address((url) => (url.pathname = '/no_such_chat')))
    expect(code).toBe(1)
    expect(err).toContain('There is no database no_such_chat in the PostgreSQL at ')
    expect(err).toContain('Make it: createdb --owner ')
  })

  test('because there is no such user', async () => {
    const { code, err } = await onPostgres(
      address((url) => {
        url.username = 'no_such_user'
        url.password = password
      }),
    )
    expect(code).toBe(1)
    expect(err).toMatch(/does not let this server in: .*no_such_user.* Correct the user or the password in --store/)
  })

  test('because it speaks no TLS', async () => {
    const { code, err } = await onPostgres(address((url) => url.searchParams.set('sslmode', 'verify-full')))
    expect(code).toBe(1)
    expect(err).toContain('do not agree on TLS')
  })

  test('because it can only be read', async () => {
    const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
    await ask(`create schema ${schema}`)
    const options = `-csearch_path=${schema} -cdefault_transaction_read_only=on`
    const { code, err } = await onPostgres(address((url) => url.searchParams.set('options', options)))
    expect(code).toBe(1)
    expect(err).toMatch(/^rivulet: PostgreSQL at .* can only be read: .* Name the primary in --store\.\n$/)
  })

  test('because it is too old', async () => {
    const proxy = await startPostgresProxy(postgres ?? '')
    const version = await readVersion()
    // A version of the same length, so that the messages around it stay as long.
    proxy.replaceInAnswers(version, '13.9 (Debian)'.padEnd(version.length))
    const { code, err } = await onPostgres(proxy.url)
    expect(code).toBe(1)
    expect(err).toMatch(/^rivulet: PostgreSQL 13\.9 .*is too old; 14 or newer is needed\. Nothing was changed\./)
  })

  test.each([
    ['is opened', 'insert into "server_secrets"'],
    ['is used', 'insert into "leases"'],
  ])('because it goes away when it %s', async (_, statement) => {
    const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
    await ask(`create schema ${schema}`)
    const proxy = await startPostgresProxy(address((url) => url.searchParams.set('options', `-csearch_path=${schema}`)))
    proxy.hangUpBefore(statement)
    const { code, out, err } = await runCommand(['serve', '--port', '0', '--store', proxy.url, '--key', 'key']).ended
    expect(code).toBe(1)
    expect(out).toBe('')
    expect(err).toMatch(/^rivulet: PostgreSQL at 127\.0\.0\.1:\d+ went away: .*\. Try again when it is back\.\n/m)
  })

  test('because its search path leads to no schema', async () => {
    const { code, err } = await onPostgres(
      address((url) => url.searchParams.set('options', '-csearch_path=no_such_schema')),
    )
    expect(code).toBe(1)
    expect(err).toContain('can use no schema of its search path (no_such_schema)')
    expect(err).toContain('Make it: create schema no_such_schema authorization ')
  })

  test('because the user has no right to its schema, or not enough of them', async () => {
    const name = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
    await ask(`create schema ${name}`, `create role ${name} login password '${password}'`)
    onTestFinished(() => ask(`drop owned by ${name}`, `drop role ${name}`))
    const url = address((mine) => {
      mine.username = name
      mine.password = password
      mine.searchParams.set('options', `-csearch_path=${name}`)
    })

    const without = await onPostgres(url)
    expect(without.code).toBe(1)
    expect(without.err).toContain(`grant usage, create on schema ${name} to ${name}`)

    await ask(`grant usage on schema ${name} to ${name}`)
    const reading = await onPostgres(url)
    expect(reading.code).toBe(1)
    expect(reading.err).toContain(`permission denied for schema ${name}. Nothing was changed.`)

    await ask(`grant create on schema ${name} to ${name}`)
    const server = runCommand(['serve', '--port', '0', '--json', '--store', url, '--key', 'key'])
    expect(await server.ready()).toMatchObject({ ready: true })
    expect(await server.stop()).toMatchObject({ code: 0, err: `rivulet: ${withoutBus}\n` })

    await ask(`insert into ${name}.kysely_migration values ('9999_tomorrow', '2099-01-01')`)
    const newer = await onPostgres(url)
    expect(newer.code).toBe(1)
    expect(newer.err).toContain('was written by a newer version of Rivulet (it has 9999_tomorrow)')
  })
})

async function listen() {
  // Who gives up waiting resets the connection.
  const server = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  return { server, port }
}

async function readVersion(): Promise<string> {
  const client = new pg.Client(postgres)
  await client.connect()
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`)
  await client.end()
  return rows[0]?.version ?? ''
}
