import { workspace } from '#store/workspace/workspace.ts'

/** The time on the clock of the server, by which messages are sent. */
export function serverNow(): Date {
  return new Date(Date.now() + workspace.getState().clockAhead)
}
