import { deleteKept } from '#store/offline/deleteKept.ts'
import { createStore } from 'zustand/vanilla'
import {
  announceSignOut,
  clearOwnStorage,
  onOtherPerson,
  openStorageOf,
  type Person,
} from '#store/browser/browserStorage.ts'
import { fetchSession, signOut, type Session } from './sessionApi.ts'

/** Whether a person is signed in, as the server says; `known: false` while the server has not answered. */
export type SessionState = { known: false; failed: boolean } | { known: true; session: Session }

export const sessionState = createStore<SessionState>(() => ({ known: false, failed: false }))

/** Asks the server whether a person is signed in. If it does not answer, the last known session stays. */
export async function refreshSession(): Promise<void> {
  try {
    receiveSession(await fetchSession())
  } catch {
    if (sessionState.getState().known) return
    sessionState.setState({ known: false, failed: true }, true)
    await showLastRead()
  }
}

/** [WEB-15] Without the server, the page shows what the person read last. */
async function showLastRead(): Promise<void> {
  const { restoreLastRead } = await import('#store/offline/restoreLastRead.ts')
  const session = await restoreLastRead()
  if (session && !sessionState.getState().known) receiveSession({ signedIn: true, ...session })
}

/** Follows what other pages of this browser do with the session. */
export function followSession(): void {
  onOtherPerson(() => void refreshSession())
}

/** Signs the person out, and opens `path` anew. Returns false, and changes nothing, if the server cannot be reached. */
export async function signOutAndLeave(path = '/'): Promise<boolean> {
  if (!(await signOut())) return false
  history.replaceState(null, '', path)
  announceSignOut()
  leavePage()
  return true
}

function receiveSession(session: Session): void {
  const before = sessionState.getState()
  const person = before.known && before.session.signedIn ? before.session.person : undefined
  if (person && !(session.signedIn && isSamePerson(person, session.person))) return leavePage()
  openStorageOf(session.signedIn ? session.person : undefined, session.all)
  sessionState.setState({ known: true, session }, true)
}

/** [SES-11] A page belongs to one person, and everything in its memory with it: a new page takes its place. */
function leavePage(): void {
  clearOwnStorage()
  navigator.serviceWorker?.controller?.postMessage('signed out')
  deleteKept()
  sessionState.setState({ known: false, failed: false }, true)
  location.reload()
}

function isSamePerson(a: Person, b: Person): boolean {
  return a.team === b.team && a.user === b.user
}
