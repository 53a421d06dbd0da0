import type { NotifyRule } from '#store/tables/channels'
import { type Channel, isBetweenFixedMembers } from './find.ts'

/** [REA-6] What a member is notified of in a channel for which they have no rule; `wanted` is what they want of all. */
export function usualRule(channel: Channel, wanted: NotifyRule | undefined): NotifyRule {
  if (wanted === 'nothing') return 'nothing'
  return isBetweenFixedMembers(channel) ? 'all' : (wanted ?? 'mentions')
}
