import { revokeTokens } from '#domain/access/revokeTokens'
import { uninstallApp } from '#domain/apps/uninstall'
import { type Channel, findChannel } from '#domain/channels/find'
import { Refusal } from '#domain/refusal'
import { endStream } from '#domain/streams/end'
import type { StreamHead } from '#domain/streams/head'
import { findHead } from '#domain/streams/openHeads'
import { stopByReader } from '#domain/streams/stopByReader'
import type { Tx } from '#store/db'
import type { AppFault, StreamFault, TokenFault } from './actFault.ts'

/** [DEV-9] Ends a stream as the fault says. Returns whether it was open. */
export async function endStreamBy(
  tx: Tx,
  { how }: Pick<StreamFault, 'how'>,
  { teamId, channelId, ts }: { teamId: string; channelId: string; ts: string },
): Promise<boolean> {
  const channel = await findChannel(tx, teamId, channelId)
  const head = channel && (await findHead(tx, channel, ts))
  if (!head || head.stream.ended_at !== null) return false
  const userId = how === 'stopped' ? await findReader(tx, channel, head) : undefined
  if (userId !== undefined) await stopByReader(tx, { channel, ts, userId })
  else await endStream(tx, head, { by: how === 'timed_out' ? 'lifetime' : how === 'stopped' ? 'reader' : 'error' })
  return true
}

/** Who presses Stop: the recipient, or else a person of the channel. */
async function findReader(tx: Tx, channel: Channel, { stream }: StreamHead): Promise<string | undefined> {
  if (stream.recipient_user_id !== null) return stream.recipient_user_id
  const person = await tx
    .selectFrom('members')
    .innerJoin('users', (join) =>
      join.onRef('users.team_id', '=', 'members.team_id').onRef('users.id', '=', 'members.user_id'),
    )
    .select('users.id')
    .where('members.channel_id', '=', channel.id)
    .where('users.app_id', 'is', null)
    .where('users.deleted', '=', false)
    .orderBy('users.id')
    .executeTakeFirst()
  return person?.id
}

/** [DEV-9] Revokes the tokens of an app, or takes it out, in one team or in every team in which it is. */
export async function endApp(tx: Tx, fault: TokenFault | AppFault, teamId?: string): Promise<void> {
  const app = await tx
    .selectFrom('apps')
    .selectAll()
    .where('id', '=', fault.app)
    .where('removed', '=', false)
    .executeTakeFirst()
  if (!app) throw await noSuchApp(tx, fault.app)
  if (fault.fault === 'token') {
    let tokens = tx.selectFrom('tokens').selectAll().where('app_id', '=', app.id).where('revoked', '=', false)
    const { token = 'bot' } = fault
    if (token !== 'all') tokens = tokens.where('kind', '=', token)
    if (teamId !== undefined)
      tokens = tokens.where(({ or, eb }) => or([eb('team_id', '=', teamId), eb('team_id', 'is', null)]))
    await revokeTokens(tx, await tokens.orderBy('hash').execute())
    return
  }
  let installations = tx.selectFrom('installations').select('team_id').where('app_id', '=', app.id)
  if (teamId !== undefined) installations = installations.where('team_id', '=', teamId)
  const installed = await installations.orderBy('team_id').execute()
  await uninstallApp(tx, app, ...installed.map(({ team_id: team }) => team))
}

/** What is wrong with the id or name of an app, and which there are. */
export async function noSuchApp(tx: Pick<Tx, 'selectFrom'>, name: string): Promise<Refusal> {
  const apps = await tx.selectFrom('apps').select('id').where('removed', '=', false).orderBy('id').limit(20).execute()
  const there = apps.length > 0 ? `There are ${apps.map(({ id }) => id).join(', ')}.` : 'There is none.'
  return new Refusal('app_not_found', `There is no app ${JSON.stringify(name)}. ${there}`)
}
