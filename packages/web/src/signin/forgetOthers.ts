import type { Person } from '#store/browser/browserStorage.ts'
import { readKept } from '#store/offline/database.ts'
import { deleteKept } from '#store/offline/deleteKept.ts'
import { readLastRead } from '#store/offline/lastRead.ts'
import { sessionState } from './session.ts'

/**
 * [SES-11] Removes what this browser keeps and shows of people who are not signed in any more: a session may have ended while no
 * page was open.
 */
export async function forgetOthers(): Promise<void> {
  const state = sessionState.getState()
  if (!state.known) return
  const { session } = state
  const people = session.signedIn ? [session.person, ...session.all] : session.all
  const kept = people.length > 0 ? await readKept().catch(() => undefined) : ''
  // What is not there yet may be written at this moment.
  if (kept !== undefined && !people.some((person) => readLastRead(kept, person))) deleteKept()
  const registration = await navigator.serviceWorker?.getRegistration()
  const shown: { data: Person }[] = (await registration?.getNotifications()) ?? []
  const isSignedIn = ({ team, user }: Person) => people.some((one) => one.team === team && one.user === user)
  if (people.length === 0 || !shown.every(({ data }) => isSignedIn(data)))
    registration?.active?.postMessage('signed out')
}
