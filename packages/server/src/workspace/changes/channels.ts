import { isDeepStrictEqual } from 'node:util'
import type { Channel } from '#domain/channels/find'
import { addMembers } from '#domain/channels/membership/members'
import { logEntry } from '#domain/log/entry'
import { Refusal } from '#domain/refusal'
import type { Db, Tx } from '#store/db'
import type { WorkspaceChannel, WorkspaceFile } from '#workspace/declaration'
import { show, type WorkspaceChange, writtenKeys } from './change.ts'

const compared = [
  'name',
  'topic',
  'general',
  'archived',
  'deleted',
  'posting',
  'threads',
  'suspended',
  'blocked_apps',
  'shared_with',
] as const

/** What differs of channels that exist. Members are added, and nobody is removed. */
export async function channelChanges(db: Db, file: WorkspaceFile): Promise<WorkspaceChange[]> {
  const bots = new Map(file.apps.map(({ id, bot_user: botUser }) => [id, botUser]))
  const changes: WorkspaceChange[] = []
  for (const [i, team] of file.teams.entries()) {
    const known = await listChannels(db, team.id)
    for (const [j, channel] of team.channels.entries()) {
      const row = known.get(channel.id)
      if (!row) continue
      const keys = writtenKeys(file.written, ['teams', i, 'channels', j])
      changes.push(...columnChanges(row, channel, keys))
      const missing = channel.members.map((id) => bots.get(id) ?? id).filter((id) => !row.members.has(id))
      if (row.kind === 'im' || row.kind === 'mpim' || row.archived || row.deleted) continue
      for (const id of missing)
        changes.push({
          about: nameOf(row),
          words: `${id} as a member`,
          concernsAccess: false,
          apply: (tx) => addMembers(tx, row, [id]),
        })
    }
  }
  return changes
}

/** As they are in the database: rows that were just loaded are in no cache. */
async function listChannels(db: Db, teamId: string): Promise<Map<string, Channel>> {
  const rows = await db.selectFrom('channels').selectAll().where('team_id', '=', teamId).execute()
  const joined = await db
    .selectFrom('members')
    .select(['channel_id', 'user_id'])
    .where('team_id', '=', teamId)
    .execute()
  const members = Map.groupBy(joined, ({ channel_id: id }) => id)
  return new Map(
    rows.map((row) => [row.id, { ...row, members: new Set(members.get(row.id)?.map(({ user_id: id }) => id)) }]),
  )
}

function* columnChanges(
  row: Channel,
  channel: WorkspaceChannel,
  keys: ReadonlySet<string>,
): Generator<WorkspaceChange> {
  const isDirect = row.kind === 'im' || row.kind === 'mpim'
  for (const key of compared) {
    if (!keys.has(key) || (key === 'name' && isDirect) || isDeepStrictEqual(row[key], channel[key])) continue
    yield {
      about: nameOf(row),
      words: `${key} ${show(channel[key])}, not ${show(row[key])}`,
      concernsAccess: ['deleted', 'blocked_apps', 'shared_with'].includes(key),
      apply: (tx) => saveColumn(tx, row, { [key]: channel[key] }),
    }
  }
}

async function saveColumn(tx: Tx, row: Channel, set: Partial<Pick<Channel, (typeof compared)[number]>>): Promise<void> {
  const { team_id: teamId, id } = row
  if (set.name !== undefined && row.kind === 'public') await requireFreeName(tx, teamId, set.name)
  await tx.updateTable('channels').set(set).where('team_id', '=', teamId).where('id', '=', id).execute()
  const change = set.name === undefined ? {} : { change: { type: 'renamed', name: set.name } as const }
  tx.work.log(logEntry('channel', teamId, { channelId: id, ...change }))
}

async function requireFreeName(tx: Tx, teamId: string, name: string): Promise<void> {
  const same = await tx
    .selectFrom('channels')
    .select('id')
    .where('team_id', '=', teamId)
    .where('name', '=', name)
    .where('kind', '=', 'public')
    .where('deleted', '=', false)
    .executeTakeFirst()
  if (same) throw new Refusal('name_taken', `${same.id} is called ${JSON.stringify(name)} already.`)
}

function nameOf({ name, id }: Channel): string {
  return name === '' ? id : `#${name} (${id})`
}
