import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Store } from '#store/db'
import { holdDirectory } from '#store/sqlite/hold'
import { openSqlite } from '#store/sqlite/open'
import type { Config } from './config.ts'

interface Opened {
  store: Store
  /** Where the data lies, in words. */
  data: string
  /** The data directory, where there is one. */
  directory?: string
  release: () => void
}

/** The database that the settings name. A data directory is held until it is released. */
export async function openStore(config: Pick<Config, 'data' | 'store'>, dev: boolean): Promise<Opened> {
  if (config.store) {
    const { openPostgres } = await import('#store/postgres/open')
    return { store: await openPostgres(config.store), data: 'PostgreSQL', release: () => {} }
  }
  if (config.data === ':memory:')
    return { store: await openSqlite(':memory:'), data: 'in memory, gone at exit', release: () => {} }
  const directory = resolve(config.data)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const { release } = holdDirectory(directory)
  // For the proofs, never outside development: that a power cut loses data without the syncs, and none when the log
  // begins anew many times.
  const proof = dev ? process.env : {}
  const unsynced = proof['RIVULET_PROOF_UNSYNCED']
  const longestWal = proof['RIVULET_PROOF_WAL_FRAMES']
  const path = join(directory, 'rivulet.db')
  const store = await openSqlite(path, {
    ...((unsynced === 'commits' || unsynced === 'copies') && { unsynced }),
    ...(longestWal && { longestWal: Number(longestWal) }),
  }).catch((error: unknown) => {
    release()
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The database ${path} cannot be opened: ${reason}`, { cause: error })
  })
  return { store, data: directory, directory, release }
}
