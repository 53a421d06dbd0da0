import type { Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'
import { newId } from '#domain/ids'
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
      ...(kind === 'public' ? { change: { type: 'created', by: creator } } : {}),
    }),
  )
  return id
}
