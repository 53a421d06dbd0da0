import type { ViewerUser } from 'rivulet/feedProtocol'
import { compareNames } from '#names/compareNames.ts'
import { directPartnerOf } from '#names/channelTitle.ts'
import type { Workspace } from '#store/workspace/workspace.ts'

/** [ACT-31] The apps of the team that the person has never opened. */
export function listNewApps(state: Workspace): ViewerUser[] {
  const opened = new Set(Object.values(state.channels).map((channel) => directPartnerOf(channel, state)?.id))
  return Object.values(state.users)
    .filter((user) => user.app_id !== undefined && !user.deleted && !opened.has(user.id))
    .toSorted((a, b) => compareNames(a.label, b.label))
}
