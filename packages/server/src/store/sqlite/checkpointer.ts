import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** `copy`: frames of the log into the database. `restart`: the rest of them, and then the log begins anew. */
export type CheckpointTask = 'copy' | 'restart' | 'close'

const database = new DatabaseSync(String(workerData.database))
// The database is synced before the log may be written over: that takes this connection's NORMAL at least.
const synchronous = workerData.synced ? 'normal' : 'off'
database.exec(`pragma synchronous = ${synchronous}; pragma wal_autocheckpoint = 0; pragma busy_timeout = 5000`)
const copy = database.prepare('pragma wal_checkpoint(passive)')
const opened = database.prepare('pragma user_version')

parentPort?.on('message', (task: CheckpointTask) => {
  if (task === 'close') database.close()
  else copy.get()
  if (task === 'restart') database.exec(`pragma user_version = ${nextVersion()}`)
  parentPort?.postMessage(task)
})

/** Any write will do; this one touches no table. */
function nextVersion(): number {
  return (Number(opened.get()?.['user_version']) + 1) % 0x7fffffff
}
