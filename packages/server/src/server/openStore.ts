import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Clock } from '#store/clock'
import type { Store } from '#store/db'
import { lockDataDirectory } from '#store/sqlite/dataDirectoryLock'
import { openSqlite } from '#store/sqlite/open'
import type { Config } from '#config'

export interface OpenedStore {
  store: Store
  /** Where the data lies, in words. */
  data: string
  /** The data directory, if there is one. */
  directory?: string
}

/** The database that the settings name. A data directory belongs to this process until the store is closed. */
export async function openStore(
  config: Pick<Config, 'data' | 'store'>,
  dev: boolean,
  clock = new Clock(),
): Promise<OpenedStore> {
  if (config.store) {
    const { openPostgres } = await import('#store/postgres/open')
    return { store: await openPostgres(config.store, { clock }), data: 'PostgreSQL' }
  }
  if (config.data === ':memory:')
    return { store: await openSqlite(':memory:', { clock }), data: 'in memory, gone at exit' }
  const directory = resolve(config.data)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const { release } = lockDataDirectory(directory)
  // Two proofs set these variables, only in development. One shows that a power cut loses data without syncs, the other
  // that it loses none while the write-ahead log restarts often.
  const proof = dev ? process.env : {}
  const unsynced = proof['RIVULET_PROOF_UNSYNCED']
  const longestWal = proof['RIVULET_PROOF_WAL_FRAMES']
  const path = join(directory, 'rivulet.db')
  const store = await openSqlite(path, {
    clock,
    onClosed: release,
    ...((unsynced === 'commits' || unsynced === 'copies') && { unsynced }),
    ...(longestWal && { maxWalFrames: Number(longestWal) }),
  }).catch((error: unknown) => {
    release()
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The database ${path} cannot be opened: ${reason}`, { cause: error })
  })
  return { store, data: directory, directory }
}
