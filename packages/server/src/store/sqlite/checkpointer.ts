import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** `copy` copies frames of the log into the database. `restart` copies the rest and restarts the log. */
export type CheckpointTask = 'copy' | 'restart' | 'close'

/** An error of SQLite loses its code on the way out of a worker, so it is sent in parts. */
export interface CheckpointOutcome {
  refused?: { message: string; errcode: unknown }
}

const database = new DatabaseSync(String(workerData.location))
// The database has to be synced before the log is overwritten, which takes at least NORMAL on this connection.
const synchronous = workerData.synced ? 'normal' : 'off'
database.exec(`pragma synchronous = ${synchronous}; pragma wal_autocheckpoint = 0; pragma busy_timeout = 5000`)
const copy = database.prepare('pragma wal_checkpoint(passive)')
const readVersion = database.prepare('pragma user_version')

parentPort?.on('message', (task: CheckpointTask) => {
  parentPort?.postMessage(run(task))
})

function run(task: CheckpointTask): CheckpointOutcome {
  try {
    if (task === 'close') database.close()
    else copy.get()
    if (task === 'restart') database.exec(`pragma user_version = ${nextVersion()}`)
    return {}
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { refused: { message, errcode: Reflect.get(Object(error), 'errcode') } }
  }
}

/** Any write restarts the log. This one touches no table. */
function nextVersion(): number {
  return (Number(readVersion.get()?.['user_version']) + 1) % 0x7fffffff
}
