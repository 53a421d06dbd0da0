import type { Caller } from '#domain/access/caller'
import type { AppRow } from '#domain/apps/find'
import { type Channel, findChannel, isVisibleTo, selectVisibleChannels } from '#domain/channels/find'
import { hashToken, newId, newSecret } from '#domain/ids'
import { logEntry } from '#domain/log/entry'
import { Refusal } from '#domain/refusal'
import type { Db, Tx } from '#store/db'

/** [HOOK-1] The scope with which an app asks for an incoming webhook. */
export const webhookScope = 'incoming-webhook'

/** How many webhooks an app may have in a team. */
const maxWebhooks = 1000

/** A webhook that was just created. Its address cannot be read again. */
export interface NewWebhook {
  id: string
  channel: Channel
  url: string
}

/**
 * [HOOK-1] Creates an incoming webhook of an app in a channel. Only the hash of its secret is stored. `code`: the hash of
 * the OAuth code that it is given for.
 */
export async function createWebhook(
  tx: Tx,
  app: AppRow,
  channel: Channel,
  createdBy: string | undefined,
  code?: string,
): Promise<NewWebhook> {
  const { team_id: teamId } = channel
  const { count } = await tx
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .where('app_id', '=', app.id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxWebhooks)
    throw new Refusal('too_many_webhooks', `${app.id} has ${maxWebhooks} webhooks in ${teamId}, which is the limit.`)
  const [id, secret] = [newId('B'), newSecret()]
  await tx
    .insertInto('webhooks')
    .values({
      team_id: teamId,
      id,
      hash: hashToken(secret),
      app_id: app.id,
      channel_id: channel.id,
      created_by: createdBy ?? null,
      code: code ?? null,
      created_at: tx.clock.now(),
    })
    .execute()
  tx.work.log(logEntry('user', teamId, { subject: app.bot_user }))
  return { id, channel, url: `${tx.cache.publicUrl}/services/${teamId}/${id}/${secret}` }
}

/** [HOOK-4] Deletes the webhooks of an app in a team. */
export async function deleteWebhooks(tx: Tx, app: AppRow, teamId: string): Promise<void> {
  await tx.deleteFrom('webhooks').where('team_id', '=', teamId).where('app_id', '=', app.id).execute()
}

/** [APP-22] Deletes the webhook that was given for a code. */
export async function deleteWebhooksOfCode(tx: Tx, code: string): Promise<void> {
  await tx.deleteFrom('webhooks').where('code', '=', code).execute()
}

/** [HOOK-1] Finds the channel that a person chose for a webhook. They have to be in it, or it has to be public. */
export async function findWebhookChannel(db: Db, person: Caller, id: string): Promise<Channel> {
  const channel = await findChannel(db, person.teamId, id)
  if (channel && isPossible(channel) && isVisibleTo(channel, person)) return channel
  throw new Refusal('channel_not_found', `No channel ${JSON.stringify(id)} in which a webhook can post.`)
}

/** Finds a channel by its id or name, for the operator. */
export async function findChannelNamed(db: Db, teamId: string, name: string): Promise<Channel> {
  const plain = name.replace(/^#/, '')
  const row = await db
    .selectFrom('channels')
    .select('id')
    .where('team_id', '=', teamId)
    .where((where) => where.or([where('id', '=', plain), where('name', '=', plain)]))
    .where('kind', 'in', ['public', 'private'])
    .where('deleted', '=', false)
    .orderBy('kind', 'desc')
    .executeTakeFirst()
  const channel = row && (await findChannel(db, teamId, row.id))
  if (channel && isPossible(channel)) return channel
  throw new Refusal('channel_not_found', `There is no channel ${JSON.stringify(name)} in ${teamId}.`)
}

/** [HOOK-1] Lists the channels that a person may choose. */
export async function listWebhookChannels(db: Db, person: Caller): Promise<{ id: string; name: string }[]> {
  return selectVisibleChannels(db, person)
    .select(['channels.id', 'channels.name'])
    .where('kind', 'in', ['public', 'private'])
    .where('archived', '=', false)
    .orderBy('name')
    .limit(1000)
    .execute()
}

function isPossible({ kind, deleted, archived }: Channel): boolean {
  return (kind === 'public' || kind === 'private') && !deleted && !archived
}
