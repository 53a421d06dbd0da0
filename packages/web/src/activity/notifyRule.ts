import type { ViewerChannel } from 'rivulet/feedProtocol'

export type NotifyRule = 'all' | 'mentions' | 'nothing'

/** [REA-6] What the person is notified of in a channel: what they chose, or what is usual. */
export function notifyRuleOf({ kind, notify }: Pick<ViewerChannel, 'kind' | 'notify'>): NotifyRule {
  return notify ?? (kind === 'im' || kind === 'mpim' ? 'all' : 'mentions')
}
