import { hashToken } from '#domain/ids'
import { logEntry } from '#domain/log/entry'
import { methods } from '#methods/index'
import type { Applied, WorkspaceSource } from '#http/operator/workspaceAdministration'
import type { Store, Tx } from '#store/db'
import type { WorkspaceFile } from '#workspace/declaration'
import { listChanges } from '#workspace/changes/list'
import { comparisonLater } from '#workspace/changes/people'
import { parseWorkspace } from '#workspace/file'
import { loadWorkspace } from '#workspace/load'
import { comparePasswords, findComparable, findUnhashed, hashFingerprint, saveFingerprint } from '#workspace/passwords'
import { createBulkHasher } from './passwordQueue.ts'

/** So many passwords are compared while the operator waits, and shown by name. */
const comparedAtOnce = 20

/**
 * [OPS-7] Makes the database say what a workspace file says, in one transaction, and returns what was added and changed.
 * What is not in the file stays. Passwords of new people, and many that may have changed, are noted as still to be hashed
 * [OPS-11]. A dry run does the same and takes all of it back.
 */
export async function applyWorkspace(
  store: Store,
  source: WorkspaceSource,
  dryRun: boolean,
): Promise<{ file: WorkspaceFile; applied: Applied }> {
  const readFile = (path: string) => {
    const text = source.files[path]
    if (text === undefined) throw new Error('it was not sent')
    return text
  }
  const file = parseWorkspace(source.text, source.name, { methods: [...methods.keys()], readFile })
  const hasher = createBulkHasher()
  const { first, comparable } = await findComparable(store.db, file, hasher)
  const isSoon = comparable.length <= comparedAtOnce
  const passwords = new Map([...first, ...(isSoon ? await comparePasswords(store.db, comparable, hasher) : [])])
  const fingerprint = dryRun ? undefined : await hashFingerprint(file, hasher)
  try {
    const applied = await store.write(async (tx) => {
      tx.work.onRollback(() => tx.cache.clear())
      const loaded = await loadWorkspace(tx, file, { hashToken, hashPassword: () => undefined })
      if (loaded.added.length > 0) forgetTeams(tx, file)
      const changes = await listChanges(tx, file, passwords, hashToken)
      if (!isSoon) changes.push(comparisonLater(comparable))
      for (const change of changes) await change.apply(tx)
      if (fingerprint !== undefined) await saveFingerprint(tx, fingerprint)
      const done = [
        ...loaded.added.map((about) => ({ about, words: 'added' })),
        ...changes.map(({ about, words }) => ({ about, words })),
      ]
      const result = { changes: done, hashing: (await findUnhashed(tx, file)).length }
      if (dryRun) throw new DryRun(result)
      return result
    })
    return { file, applied }
  } catch (error) {
    if (error instanceof DryRun) return { file, applied: error.applied }
    throw error
  }
}

/** What a load adds is not in the log: caches are emptied, and browsers begin anew. */
function forgetTeams(tx: Tx, { teams }: WorkspaceFile): void {
  tx.cache.clear()
  for (const { id } of teams) tx.work.log(logEntry('team', id))
}

/** Ends the transaction of a dry run. */
class DryRun extends Error {
  readonly applied: Applied

  constructor(applied: Applied) {
    super('dry run')
    this.applied = applied
  }
}
