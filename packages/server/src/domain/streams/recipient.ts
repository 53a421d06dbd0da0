import type { Db } from '#store/db'
import { type Channel, isDirect } from '#domain/channels/find'
import { Refusal } from '#domain/refusal'

export interface Recipient {
  userId: string
  teamId: string
}

/** [ORD 15, STR-8] Whom a stream is for: a channel has to name a person, a direct message has but one. */
export async function recipientOf(
  db: Db,
  channel: Channel,
  named: Partial<Record<keyof Recipient, string | undefined>>,
): Promise<Recipient | undefined> {
  if (isDirect(channel)) return undefined
  const { userId, teamId } = named
  if (!userId)
    throw new Refusal(
      'missing_recipient_user_id',
      `${channel.id} is a channel: say in \`recipient_user_id\` whom the reply is for.`,
    )
  if (!teamId)
    throw new Refusal(
      'missing_recipient_team_id',
      `${channel.id} is a channel: say in \`recipient_team_id\` of which team ${userId} is.`,
    )
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('team_id', '=', teamId)
    .where('id', '=', userId)
    .where('deleted', '=', false)
    .executeTakeFirst()
  const reaches = teamId === channel.team_id || channel.shared_with.includes(teamId)
  if (!user || !reaches)
    throw new Refusal('user_not_found', `"recipient_user_id": nobody of ${teamId} is ${JSON.stringify(userId)}.`)
  return { userId, teamId }
}
