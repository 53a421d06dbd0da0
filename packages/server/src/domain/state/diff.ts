import type { StateChange } from './changes.ts'
import { diffChannels } from './diffChannels.ts'
import { diffMessages } from './diffMessages.ts'
import { diffOthers } from './diffOthers.ts'
import type { WorkspaceState } from './state.ts'

/**
 * What has been done between two states of one team: messages first, in the order of their ts, then channels, files, threads,
 * views and people. A message that was posted and changed in between is `posted`, as it is now. What the server writes about a
 * change of a channel ("ana joined") is no change of its own.
 */
export function diffState(before: WorkspaceState, after: WorkspaceState): StateChange[] {
  if (before.team.id !== after.team.id)
    throw new TypeError(`The states are of two teams, ${before.team.id} and ${after.team.id}.`)
  return [...diffMessages(before, after), ...diffChannels(before, after), ...diffOthers(before, after)]
}
