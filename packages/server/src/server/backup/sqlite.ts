import { closeSync, existsSync, openSync, readdirSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { undefinedIfMissing } from '#store/undefinedIfMissing'
import { keyIdsOf } from './keys.ts'
import { copy, countedTables, type Manifest, measure, type Part, sync } from './manifest.ts'

type Copied = Pick<Manifest, 'migrations' | 'keys' | 'rows' | 'parts' | 'bucket' | 'deleted_meanwhile'>

/**
 * Copies the database and the files of a data directory, while a server writes there or not.
 *
 * The database is copied in one statement, which reads one moment however much is written meanwhile. (SQLite's own backup
 * begins again whenever another process has written, and would not end.) Bytes of files never change, and are stored
 * before the database names them. Most are therefore copied first; when the moment of the database is known, those that
 * came in between. What a person deletes in that short time is the only thing that can be missing.
 */
export async function copySqlite(directory: string, target: string): Promise<Copied> {
  const source = join(directory, 'files')
  const files = join(target, 'files')
  await mkdir(files, { mode: 0o700 })
  const copied = new Map<string, Part>()
  async function copyFile(key: string): Promise<void> {
    if (copied.has(key)) return
    const measured = await copy(join(source, key), join(files, key)).catch(undefinedIfMissing)
    if (measured) copied.set(key, { path: `files/${key}`, ...measured })
  }
  for (const key of existsSync(source) ? readdirSync(source) : []) await copyFile(key)

  const database = join(target, 'rivulet.db')
  copyDatabase(join(directory, 'rivulet.db'), database)
  await sync(database)
  const { blobs, ...facts } = readFacts(database)
  for (const key of blobs) await copyFile(key)

  const named = new Set(blobs)
  for (const key of copied.keys()) if (!named.has(key)) await rm(join(files, key))
  const parts = [{ path: 'rivulet.db', ...(await measure(database)) }, ...blobs.flatMap((key) => copied.get(key) ?? [])]
  await sync(files)
  return { ...facts, parts, deleted_meanwhile: blobs.filter((key) => !copied.has(key)) }
}

function copyDatabase(from: string, to: string): void {
  // SQLite fills an empty file, which keeps its mode.
  closeSync(openSync(to, 'wx', 0o600))
  const source = new DatabaseSync(from, { readOnly: true })
  try {
    source.exec('pragma busy_timeout = 10000')
    source.prepare('vacuum into ?').run(to)
  } finally {
    source.close()
  }
}

/** Reads from a copy, which may have been written by an older version. */
function readFacts(path: string) {
  const database = openCopy(path)
  try {
    const tables = new Set(database.prepare(`select name from sqlite_master where type = 'table'`).all().map(nameOf))
    const list = (table: string, query: string) => (tables.has(table) ? database.prepare(query).all() : [])
    const rows = countedTables
      .filter((table) => tables.has(table))
      .map((table) => [table, Number(database.prepare(`select count(*) as n from ${table}`).get()?.['n'])])
    const [bucket] = list('meta', `select value from meta where key = 'bucket'`)
    return {
      ...(bucket && { bucket: String(bucket['value']) }),
      migrations: list('kysely_migration', 'select name from kysely_migration order by name').map(nameOf),
      keys: keyIdsOf(list('server_secrets', 'select value from server_secrets').map(({ value }) => String(value))),
      rows: Object.fromEntries(rows),
      blobs: list('files', `select blob from files where blob is not null and state <> 'deleted'`).map(({ blob }) =>
        String(blob),
      ),
    }
  } finally {
    database.close()
  }
}

/** Throws if a copied database is damaged. */
export function checkCopy(path: string): void {
  const database = openCopy(path)
  try {
    const answer = database.prepare('pragma quick_check(1)').get()?.['quick_check']
    if (answer !== 'ok') throw new Error(`The database of the backup is damaged: ${String(answer)}`)
  } finally {
    database.close()
  }
}

/** Nobody else writes to a copy, and it may lie where nothing can be written beside it. */
function openCopy(path: string): DatabaseSync {
  const address = pathToFileURL(path)
  address.searchParams.set('immutable', '1')
  return new DatabaseSync(address, { readOnly: true })
}

function nameOf({ name }: Record<string, unknown>): string {
  return String(name)
}
