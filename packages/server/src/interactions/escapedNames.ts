import { escapeMrkdwn } from '@rivulet/blocks/mrkdwn'
import type { Caller } from '#domain/access/caller'
import { findChannel, isVisibleTo } from '#domain/channels/find'
import type { Db } from '#store/db'

/**
 * [ACT-15] The text of a command as an app with `should_escape` gets it: `&`, `<` and `>` as entities, names of people
 * and of channels that the person can see as `<@U…|name>` and `<#C…|name>`, addresses as `<https://…>`.
 */
export async function escapedNames(db: Db, person: Caller, text: string): Promise<string> {
  const safe = escapeMrkdwn(text)
  const linked = safe.replace(/\bhttps?:\/\/[^\s]+/g, (address) => `<${address}>`)
  let out = ''
  let from = 0
  for (const match of linked.matchAll(/(?<![\w/<])([@#])([\p{L}\p{N}._-]+)/gu)) {
    const [whole, sign, name = ''] = match
    const found = sign === '@' ? await personNamed(db, person, name) : await channelNamed(db, person, name)
    out += linked.slice(from, match.index) + (found ?? whole)
    from = match.index + whole.length
  }
  return out + linked.slice(from)
}

async function personNamed(db: Db, { teamId }: Caller, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('team_id', '=', teamId)
    .where('name', '=', name)
    .where('deleted', '=', false)
    .executeTakeFirst()
  return row && `<@${row.id}|${row.name}>`
}

async function channelNamed(db: Db, person: Caller, name: string): Promise<string | undefined> {
  const rows = await db
    .selectFrom('channels')
    .select('id')
    .where('team_id', '=', person.teamId)
    .where('name', '=', name)
    .where('deleted', '=', false)
    .execute()
  for (const { id } of rows) {
    const channel = await findChannel(db, person.teamId, id)
    if (channel && isVisibleTo(channel, person)) return `<#${channel.id}|${channel.name}>`
  }
  return undefined
}
