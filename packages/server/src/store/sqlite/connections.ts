import type { DatabaseSync } from 'node:sqlite'
import type { Blobs } from '#store/blobs/blobs'
import type { Db, Tx } from '#store/db'
import type { UnitOfWork } from '#store/unitOfWork'
import type { WriteScope } from '#store/writeScope'
import type { Mutex } from './mutex.ts'
import type { ChangeListener } from './dialect.ts'
import type { Wal } from './wal.ts'

/** The connections of one database, and what belongs to them. */
export interface Connections {
  main: DatabaseSync
  blobs: Blobs
  scope: WriteScope
  /** Reads only what is on stable storage. */
  reader: DatabaseSync
  snapshots: DatabaseSync
  tx: Tx & { work: UnitOfWork }
  db: Db
  /** Used by one snapshot at a time. */
  snapshotDb: Db
  /** Held while a group of writes uses the connection. Readers of a database in memory wait for it. */
  mutex: Mutex
  inMemory: boolean
  /** Where the file lies. Undefined for a database in memory. */
  directory: string | undefined
  changes: ChangeListener
  /** Undefined for a database in memory. */
  wal: Wal | undefined
  /** Called once everything is closed. */
  onClosed: (() => void) | undefined
}
