import type { Caller } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'
import type { StreamRow } from './head.ts'

/** Who may see a stream while it is open: one person, or all members. */
export type Audience = { userId: string; teamId: string } | 'members'

export function audienceOf(stream: Pick<StreamRow, 'audience' | 'recipient_user_id' | 'recipient_team_id'>): Audience {
  if (stream.audience !== 'recipient' || !stream.recipient_user_id || !stream.recipient_team_id) return 'members'
  return { userId: stream.recipient_user_id, teamId: stream.recipient_team_id }
}

/** [STR-8] Anyone who views a public channel without being a member sees a stream only once it has ended. */
export function isInAudience(audience: Audience, { kind, members }: Channel, { userId, teamId }: Caller): boolean {
  if (kind === 'public' && !members.has(userId)) return false
  return audience === 'members' || (audience.userId === userId && audience.teamId === teamId)
}
