import { createStore } from 'zustand/vanilla'
import { fetchSession, signOut, type Session } from '#signin/session.ts'
import { workspace, emptyWorkspace } from '#store/workspace.ts'

/** Whether somebody is signed in: not known yet, not to be found out, or what the server says. */
export type Presence = { known: false; failed: boolean } | { known: true; session: Session }

export const presence = createStore<Presence>(() => ({ known: false, failed: false }))

/** Asks the server. What is known stays while it does not answer. */
export async function lookWhoIsHere(): Promise<void> {
  try {
    presence.setState({ known: true, session: await fetchSession() }, true)
  } catch {
    if (!presence.getState().known) presence.setState({ known: false, failed: true }, true)
  }
}

export async function leave(): Promise<void> {
  await signOut()
  workspace.setState(emptyWorkspace, true)
  await lookWhoIsHere()
}
