import type { Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'
import { newId } from '#domain/ids'
import { Refusal } from '#domain/refusal'
import { getSettings } from '#domain/settings/settings'
import { logEntry } from '#domain/log/entry'

export interface NewChannel {
  kind: Tables['channels']['kind']
  name: string
  creator: string
  members: readonly string[]
}

export async function insertChannel(
  tx: Tx,
  teamId: string,
  { kind, name, creator, members }: NewChannel,
): Promise<string> {
  if (kind !== 'im') await checkCount(tx, teamId, creator)
  const id = newId(kind === 'im' ? 'D' : 'C')
  await tx
    .insertInto('channels')
    .values({
      team_id: teamId,
      id,
      name,
      kind,
      creator,
      general: false,
      archived: false,
      deleted: false,
      topic: '',
      purpose: '',
      posting: 'everyone',
      threads: true,
      suspended: false,
      blocked_apps: [],
      shared_with: [],
      created_at: tx.clock.now(),
      last_ts: 0,
    })
    .execute()
  const rows = members.map((user_id) => ({ team_id: teamId, channel_id: id, user_id, joined_at: tx.clock.now() }))
  await tx.insertInto('members').values(rows).execute()
  tx.work.log(
    logEntry('channel', teamId, {
      channelId: id,
      ...(kind === 'private' ? {} : { change: { type: 'created', by: creator } }),
    }),
  )
  return id
}

/** [LIM-1] There can be only so many direct messages between two; of all others people can make as many as they like. */
async function checkCount(tx: Tx, teamId: string, creator: string): Promise<void> {
  const { limits } = await getSettings(tx)
  await tx.lock(`channels ${teamId}`)
  const count = async (by?: string) => {
    const query = tx
      .selectFrom('channels')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('team_id', '=', teamId)
      .where('kind', '<>', 'im')
    return (await (by === undefined ? query : query.where('creator', '=', by)).executeTakeFirstOrThrow()).count
  }
  if ((await count(creator)) >= limits.channelsPerPerson)
    throw tooMany(`${creator} has created ${limits.channelsPerPerson} channels, which is the limit.`)
  if ((await count()) >= limits.channelsPerTeam)
    throw tooMany(`The team has ${limits.channelsPerTeam} channels, which is the limit.`)
}

function tooMany(detail: string): Refusal {
  return new Refusal('too_many_convos_for_team', detail)
}
