import { keptDatabase } from './deleteKept.ts'

const table = 'kept'
const key = 'last_read'

export async function writeKept(value: string): Promise<void> {
  await run('readwrite', (kept) => kept.put(value, key))
}

export async function readKept(): Promise<string | undefined> {
  const value: unknown = await run('readonly', (kept) => kept.get(key))
  return typeof value === 'string' ? value : undefined
}

/** Opens the database for one step: an open connection would keep others from deleting it. */
async function run<Result>(
  mode: IDBTransactionMode,
  step: (kept: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open(keptDatabase, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(table)
  const database = await settled(opening)
  try {
    return await settled(step(database.transaction(table, mode).objectStore(table)))
  } finally {
    database.close()
  }
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The database of the browser failed.'))
  })
}
