import { lastPerson, type Person } from '#store/browser/browserStorage.ts'
import { workspace } from '#store/workspace/workspace.ts'
import { readKept } from './database.ts'
import { readLastRead } from './lastRead.ts'

/**
 * [WEB-15] Shows what the person who is signed in here read last, on a page that has nothing yet. Returns who that is;
 * undefined if nothing is kept of them.
 */
export async function restoreLastRead(): Promise<Person | undefined> {
  const person = lastPerson()
  if (!person) return undefined
  const state = readLastRead(await readKept().catch(() => undefined), person)
  if (!state || workspace.getState().ready) return undefined
  workspace.setState(state, true)
  return person
}
