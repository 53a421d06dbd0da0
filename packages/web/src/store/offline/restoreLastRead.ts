import { readShared, type Person } from '#store/browser/browserStorage.ts'
import { chosenTeam } from '#store/browser/pageTeam.ts'
import { workspace } from '#store/workspace/workspace.ts'
import { readKept } from './database.ts'
import { readLastRead } from './lastRead.ts'

/**
 * [WEB-15] Shows what the person who is signed in here read last, on a page that has nothing yet. Returns who that is, and `all`
 * who were signed in when this browser had a page last; undefined if nothing is kept of the person.
 */
export async function restoreLastRead(): Promise<{ person: Person; all: Person[] } | undefined> {
  const all = lastPeople()
  const person = all.find(({ team }) => team === chosenTeam()) ?? all[0]
  if (!person) return undefined
  const state = readLastRead(await readKept().catch(() => undefined), person)
  if (!state || workspace.getState().ready) return undefined
  workspace.setState(state, true)
  return { person, all }
}

function lastPeople(): Person[] {
  return (readShared('person') ?? '').split(' ').flatMap((one) => {
    const [, team, user] = /^rivulet\.(\w+)\.(\w+)\.$/.exec(one) ?? []
    return team !== undefined && user !== undefined ? [{ team, user }] : []
  })
}
