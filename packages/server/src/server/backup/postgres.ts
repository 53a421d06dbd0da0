import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { explainFailure } from '#store/postgres/explainFailure'
import { beginHistory } from './history.ts'
import { keyIdsOf } from './keys.ts'
import { toLibpqAddress } from './libpqAddress.ts'
import { countedTables, type Manifest, measure, sync } from './manifest.ts'

const dumpName = 'database.pgdump'

/**
 * Copies one schema of a PostgreSQL database as of one moment. pg_dump does it: it comes with PostgreSQL, knows its types,
 * sequences and indexes, and is what everybody restores with. The contents of files are rows, so they are of the same
 * moment. What the manifest counts is read from the same snapshot.
 */
export async function copyPostgres(
  url: string,
  target: string,
): Promise<Pick<Manifest, 'schema' | 'migrations' | 'keys' | 'rows' | 'parts' | 'bucket' | 'deleted_meanwhile'>> {
  return withClient(url, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const [found] = await list(client, 'select pg_export_snapshot() as snapshot, current_schema() as schema')
    const { snapshot, schema } = { snapshot: String(found?.['snapshot']), schema: String(found?.['schema']) }
    const tables = await list(client, 'select tablename as name from pg_tables where schemaname = $1', [schema])
    const names = new Set(tables.map(({ name }) => String(name)))
    if (!names.has('kysely_migration'))
      throw new Error(`The schema ${schema} of this database holds no data of a server.`)
    const rows: Record<string, number> = {}
    for (const table of countedTables.filter((name) => names.has(name)))
      rows[table] = Number((await list(client, `select count(*) as n from ${table}`))[0]?.['n'])
    const migrations = await list(client, 'select name from kysely_migration order by name')
    const sealed = names.has('server_secrets') ? await list(client, 'select value from server_secrets') : []
    const [bucket] = await list(client, `select value from meta where key = 'bucket'`)
    const path = join(target, dumpName)
    const how = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${snapshot}`]
    await text(runTool(url, 'pg_dump', [...how, `--schema="${schema}"`, `--file=${path}`]))
    await sync(path)
    return {
      schema,
      ...(bucket && { bucket: String(bucket['value']) }),
      migrations: migrations.map(({ name }) => String(name)),
      keys: keyIdsOf(sealed.map(({ value }) => String(value))),
      rows,
      parts: [{ path: dumpName, ...(await measure(path)) }],
      deleted_meanwhile: [],
    }
  })
}

/** Restores into an empty schema, in one transaction. What fails or is killed leaves nothing. */
export async function restorePostgres(
  url: string,
  backup: string,
  { schema = 'public' }: Manifest,
  replace: boolean,
): Promise<void> {
  await withClient(url, async (client) => {
    const tables = await list(client, 'select tablename from pg_tables where schemaname = $1', [schema])
    if (tables.length > 0)
      throw new Error(
        `The schema ${schema} of this database holds tables; nothing was changed. Make a new database and name it in --store: createdb --owner ${client.user} rivulet_restored.${replace ? ' --replace is for data directories.' : ''}`,
      )
    await client.query('begin')
    // To create one needs a right on the database, also where it says "if not exists".
    const found = await list(client, 'select from pg_namespace where nspname = $1', [schema])
    if (found.length === 0) await client.query(`create schema ${client.escapeIdentifier(schema)}`)
    const [current] = await list(client, 'select current_schema() as schema')
    if (current?.['schema'] !== schema) {
      await client.query('rollback')
      throw new Error(
        `The backup is of the schema ${schema}, and this address leads to ${String(current?.['schema'])}; nothing was changed. Add ?options=-csearch_path%3D${schema} to it.`,
      )
    }
    await client.query('commit')
    const path = join(backup, dumpName)
    // The schema is there, and creating it again would fail.
    const contents = await text(runTool(url, 'pg_restore', ['--list', path], { connects: false }))
    const listPath = join(backup, `.${process.pid}.list`)
    await writeFile(listPath, contents.replaceAll(/^.* (SCHEMA|COMMENT) - .*\n/gm, ''), { mode: 0o600 })
    try {
      const what = ['--file=-', '--no-owner', '--no-privileges', `--use-list=${listPath}`, path]
      const script = runTool(url, 'pg_restore', what, { connects: false })
      const input = asOneTransaction(
        script,
        `set search_path to ${client.escapeIdentifier(schema)};\n${beginHistory()};`,
      )
      await text(runTool(url, 'psql', ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=on', '--file=-'], { input }))
    } finally {
      await rm(listPath, { force: true })
    }
  })
}

/** [KEY-7] If this process is killed before the last word, PostgreSQL undoes everything. */
async function* asOneTransaction(script: AsyncIterable<Uint8Array>, more: string): AsyncGenerator<string | Uint8Array> {
  yield 'begin;\n'
  yield* script
  yield `${more}\ncommit;\n`
}

/** [OPS-9] What fails is said as a start says it. */
async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // the next query says so
  try {
    await client.connect()
    // It holds its transaction open for as long as pg_dump and pg_restore take.
    await client.query('set idle_in_transaction_session_timeout = 0')
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  } catch (error) {
    throw explainFailure(error, url)
  }
}

async function list(client: pg.Client, query: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await client.query<Record<string, unknown>>(query, values)).rows
}

/**
 * Runs a program of PostgreSQL, and gives what it writes. Throws if it or its input fails. The password goes by the environment,
 * where other users cannot read it.
 */
async function* runTool(
  url: string,
  tool: string,
  args: string[],
  { connects = true, input = [] }: { connects?: boolean; input?: AsyncIterable<unknown> | string[] } = {},
): AsyncGenerator<Uint8Array> {
  const { address, password } = toLibpqAddress(url, process.env['NODE_EXTRA_CA_CERTS'])
  const environment = { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) }
  const target = connects ? [`--dbname=${address}`] : []
  const child = spawn(tool, [...target, ...args], { env: environment })
  const feeding = Promise.allSettled([pipeline(input, child.stdin)])
  const telling = text(child.stderr)
  try {
    await once(child, 'spawn')
    yield* child.stdout
    const told = await telling
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    if (child.exitCode !== 0) throw new Error(`${tool} failed: ${told.trim() || `it ended by ${child.signalCode}`}`)
    const [fed] = await feeding
    if (fed.status === 'rejected') throw fed.reason
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Error(`${tool} is not found. Install PostgreSQL's client programs (Debian: postgresql-client).`)
    throw error
  } finally {
    child.kill()
  }
}
