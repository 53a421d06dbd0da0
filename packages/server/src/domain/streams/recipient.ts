import type { Db } from '#store/db'
import { type Channel, isDirectMessage } from '#domain/channels/find'
import { Refusal } from '#domain/refusal'

export interface Recipient {
  userId: string
  teamId: string
}

/** [ORD 15, STR-8] Finds the recipient of a stream. In a channel the call has to name one; in a direct message there is only one. */
export async function findRecipient(
  db: Db,
  channel: Channel,
  named: Partial<Record<keyof Recipient, string | undefined>>,
): Promise<Recipient | undefined> {
  if (isDirectMessage(channel)) return undefined
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
    throw new Refusal('user_not_found', `"recipient_user_id": ${JSON.stringify(userId)} is not a user of ${teamId}.`)
  return { userId, teamId }
}
