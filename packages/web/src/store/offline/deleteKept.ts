/** The database in which this browser keeps one thing: what its person read last. It is deleted when their session has ended. */
export const keptDatabase = 'rivulet'

export function deleteKept(): void {
  globalThis.indexedDB?.deleteDatabase(keptDatabase)
}
