import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** `copy` copies frames of the log into the database. `restart` copies the rest and restarts the log. */
export type CheckpointTask = 'copy' | 'restart' | 'close'

const database = new DatabaseSync(String(workerData.database))
// The database has to be synced before the log is overwritten, which takes at least NORMAL on this connection.
const synchronous = workerData.synced ? 'normal' : 'off'
database.exec(`pragma synchronous = ${synchronous}; pragma wal_autocheckpoint = 0; pragma busy_timeout = 5000`)
const copy = database.prepare('pragma wal_checkpoint(passive)')
const readVersion = database.prepare('pragma user_version')

parentPort?.on('message', (task: CheckpointTask) => {
  if (task === 'close') database.close()
  else copy.get()
  if (task === 'restart') database.exec(`pragma user_version = ${nextVersion()}`)
  parentPort?.postMessage(task)
})

/** Any write restarts the log. This one touches no table. */
function nextVersion(): number {
  return (Number(readVersion.get()?.['user_version']) + 1) % 0x7fffffff
}
