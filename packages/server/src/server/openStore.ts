import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Clock } from '#store/clock'
import type { Store } from '#store/db'
import { isThere } from '#store/fileOwner'
import { KeyFile } from '#store/secrets/keyFile'
import { MissingKey } from '#store/secrets/secrets'
import { lockDataDirectory } from '#store/sqlite/dataDirectoryLock'
import { openSqlite } from '#store/sqlite/open'
import { type Config, ConfigError } from '#config'
import { isRestoreUnfinished } from './backup/unfinished.ts'
import { prepareDataDirectory } from './dataDirectory.ts'

export interface OpenedStore {
  store: Store
  /** Where the data lies, in words. */
  data: string
  /** What a database of PostgreSQL is called, with its address. */
  name?: string
  /** The data directory, if there is one. */
  directory?: string
}

interface OpenOptions {
  clock?: Clock | undefined
  keysAreLost?: boolean
  /** Called with what the operator should know, in sentences. */
  onNotice?: ((words: string) => void) | undefined
}

/** The database that the settings name. A data directory belongs to this process until the store is closed. */
export async function openStore(
  config: Pick<Config, 'data' | 'store' | 'key'>,
  dev: boolean,
  { clock = new Clock(), keysAreLost = false, onNotice }: OpenOptions = {},
): Promise<OpenedStore> {
  // Proofs set these variables, only in development. One shows that a power cut loses data without syncs, one that it
  // loses none while the write-ahead log restarts often, and one that several processes need the check at the commit.
  const proof = dev ? process.env : {}
  if (config.store) {
    const { openPostgres } = await import('#store/postgres/open')
    const keys = findKeys(config)
    const unchecked = proof['RIVULET_PROOF_UNCHECKED'] === 'yes'
    const store = await openPostgres(config.store, {
      clock,
      keys,
      keysAreLost,
      unchecked,
      ...(onNotice && { onNotice }),
    })
    const { whereIs } = await import('#store/postgres/explainFailure')
    return { store, data: 'PostgreSQL', name: `PostgreSQL at ${whereIs(config.store).address}` }
  }
  if (config.data === ':memory:')
    return { store: await openSqlite(':memory:', { clock }), data: 'in memory, gone at exit' }
  const directory = resolve(config.data)
  refuseLostDatabase(directory)
  prepareDataDirectory(directory)
  const { release } = lockDataDirectory(directory)
  const unsynced = proof['RIVULET_PROOF_UNSYNCED']
  const longestWal = proof['RIVULET_PROOF_WAL_FRAMES']
  const path = join(directory, 'rivulet.db')
  const store = await openSqlite(path, {
    clock,
    keys: findKeys(config),
    keysAreLost,
    onClosed: release,
    ...((unsynced === 'commits' || unsynced === 'copies') && { unsynced }),
    ...(longestWal && { maxWalFrames: Number(longestWal) }),
  }).catch((error: unknown) => {
    release()
    if (error instanceof MissingKey) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The database ${path} cannot be opened: ${reason}`, { cause: error })
  })
  return { store, data: directory, directory }
}

/** [OPS-9] Puts into words that PostgreSQL went away after it was opened. Everything else stays as it is. */
export async function explainStoreFailure(error: unknown, { store }: Pick<Config, 'store'>): Promise<unknown> {
  if (store === undefined) return error
  const { explainFailure } = await import('#store/postgres/explainFailure')
  return explainFailure(error, store)
}

/** [FLT-5] A new database would take uploaded files for leftovers and delete them. */
function refuseLostDatabase(directory: string): void {
  const path = join(directory, 'rivulet.db')
  const hasDatabase = isThere(path) && statSync(path).size > 0
  if (isRestoreUnfinished(directory, hasDatabase))
    throw new Error(
      `A restore into ${directory} stopped halfway. Run it again: rivulet restore BACKUP --replace. What was there before it is in a directory replaced-* there.`,
    )
  if (hasDatabase) return
  const files = join(directory, 'files')
  const count = existsSync(files) && statSync(files).isDirectory() ? readdirSync(files).length : 0
  if (count === 0) return
  throw new Error(
    `The database ${path} is missing or empty, but ${files} holds ${count === 1 ? 'an uploaded file' : `${count} uploaded files`}. Restore the database from a backup, or move these files away to begin anew.`,
  )
}

/** [KEY-3] Where the keys are: never in the database, and for PostgreSQL nowhere that could be guessed. */
export function findKeys({ data, store, key }: Pick<Config, 'data' | 'store' | 'key'>): KeyFile {
  if (key !== undefined) return new KeyFile(key)
  if (store === undefined) return new KeyFile(join(resolve(data), 'key'))
  throw new ConfigError(
    '--store needs --key FILE: the file with the keys to the secrets in the database. It is made at the first start. Keep it where it outlives this machine, and a copy of it apart from the backups.',
  )
}
