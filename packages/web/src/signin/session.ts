import { createStore } from 'zustand/vanilla'
import { fetchSession, signOut, type Session } from './sessionApi.ts'
import { workspace, emptyWorkspace } from '#store/workspace/workspace.ts'

/** Whether a person is signed in, as the server says; `known: false` while the server has not answered. */
export type SessionState = { known: false; failed: boolean } | { known: true; session: Session }

export const sessionState = createStore<SessionState>(() => ({ known: false, failed: false }))

/** Asks the server whether a person is signed in. If it does not answer, the last known session stays. */
export async function refreshSession(): Promise<void> {
  try {
    sessionState.setState({ known: true, session: await fetchSession() }, true)
  } catch {
    if (!sessionState.getState().known) sessionState.setState({ known: false, failed: true }, true)
  }
}

export async function signOutAndReset(): Promise<void> {
  await signOut()
  workspace.setState(emptyWorkspace, true)
  await refreshSession()
}
