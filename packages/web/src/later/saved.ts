import type { SavedEntry } from 'rivulet/feedProtocol'
import type { Workspace } from '#store/workspace/workspace.ts'

/** [LAT-3] What the person keeps for later, except in channels that they do not see any more. */
export function listShownSaved({ saved, unseen }: Pick<Workspace, 'saved' | 'unseen'>): SavedEntry[] {
  return Object.values(saved).filter(({ channel }) => !unseen[channel])
}

/** Whether the person was reminded of it. */
export function isDue({ reminded_at: at }: SavedEntry): boolean {
  return at !== undefined
}
