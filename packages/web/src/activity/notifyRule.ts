import type { ViewerChannel, ViewerPreferences } from 'rivulet/feedProtocol'

export type NotifyRule = 'all' | 'mentions' | 'nothing'
type Kind = Pick<ViewerChannel, 'kind'>

/** [REA-6] What the person is notified of in a channel: what they chose for it, or what is usual. */
export function notifyRuleOf(
  channel: Kind & Pick<ViewerChannel, 'notify'>,
  preferences: ViewerPreferences,
): NotifyRule {
  return channel.notify ?? usualRule(channel, preferences)
}

/** What holds in a channel for which they chose nothing. */
export function usualRule({ kind }: Kind, { notify }: ViewerPreferences): NotifyRule {
  if (notify === 'nothing') return 'nothing'
  return kind === 'im' || kind === 'mpim' ? 'all' : (notify ?? 'mentions')
}
