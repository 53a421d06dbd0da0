import { randomUUID } from 'node:crypto'
import { groupNameOf } from '#domain/channels/directMessage'
import { assignIds } from '@rivulet/blocks/elements'
import { expandMarkdown } from '@rivulet/blocks/expandMarkdown'
import { blocksFromMrkdwn, mrkdwnFromBlocks } from '@rivulet/blocks/mrkdwn'
import type { Insertable } from 'kysely'
import { newAppRow, newBotUserRow } from '#domain/apps/rows'
import { toStoredAttachments } from '#domain/messages/content'
import { newBlockId } from '#domain/ids'
import { emailColumns } from '#domain/people/email'
import { toMicroseconds } from '#domain/ts'
import type { Secrets } from '#store/secrets/secrets'
import type { Tables } from '#store/tables/tables'
import type { WorkspaceApp, WorkspaceFile, WorkspaceTeam } from './declaration.ts'

/** Rows of a table, ready to insert. */
type Rows<Table extends keyof Tables> = Insertable<Tables[Table]>[]

/** A workspace file as rows, without tokens and passwords, which are hashed first. */
export function toRows(file: WorkspaceFile, now: number, secrets: Secrets) {
  const bots = new Map(file.apps.flatMap((app) => [app.id, app.bot_user].map((id) => [id, app])))
  return {
    meta: [{ key: 'settings', value: JSON.stringify(file.settings) }],
    enterprises: file.enterprises,
    teams: file.teams.map(teamRow),
    users: [...file.teams.flatMap((team) => personRows(team, now)), ...file.apps.flatMap((app) => botRows(app, now))],
    usergroups: file.teams.flatMap((team) => team.usergroups.map((group) => ({ ...group, team_id: team.id }))),
    emoji: file.teams.flatMap(({ id, emoji }) =>
      Object.entries(emoji).map(([name, value]) => ({ team_id: id, name, value })),
    ),
    channels: file.teams.flatMap((team) => channelRows(team, now)),
    members: file.teams.flatMap((team) => memberRows(team, bots, now)),
    messages: file.teams.flatMap((team) => messageRows(team, bots)),
    apps: file.apps.map((app) => toAppRow(app, secrets)),
    installations: file.apps.flatMap(({ id, installed_in }) =>
      installed_in.map(({ team, by }) => ({ app_id: id, team_id: team, installed_by: by ?? null })),
    ),
  }
}

/** Apps by their own ids and by those of their bot users. */
type Bots = ReadonlyMap<string, WorkspaceApp>

function teamRow({
  id,
  name,
  domain,
  enterprise,
  deleted,
  state,
  policies,
}: WorkspaceTeam): Insertable<Tables['teams']> {
  return { id, name, domain, enterprise_id: enterprise ?? null, deleted, state, policies }
}

function personRows(team: WorkspaceTeam, now: number): Rows<'users'> {
  return team.users.map(({ title, ...user }) => ({
    ...user,
    team_id: team.id,
    profile: title === undefined ? {} : { title },
    ...emailColumns(user.email ?? null),
    password: null,
    app_id: null,
    updated_at: now,
  }))
}

function botRows(app: WorkspaceApp, now: number): Rows<'users'> {
  const { id, bot_user: botUser, manifest } = app
  return app.installed_in.map(({ team }) => newBotUserRow({ id, botUser, manifest }, team, now))
}

function channelRows(team: WorkspaceTeam, now: number): Rows<'channels'> {
  return team.channels.map((channel) => ({
    team_id: team.id,
    id: channel.id,
    name: channel.kind === 'mpim' ? groupNameOf(channel.members.map((member) => nameOf(team, member))) : channel.name,
    kind: channel.kind,
    general: channel.general,
    archived: channel.archived,
    deleted: channel.deleted,
    topic: channel.topic,
    purpose: '',
    posting: channel.posting,
    threads: channel.threads,
    suspended: channel.suspended,
    blocked_apps: channel.blocked_apps,
    shared_with: channel.shared_with,
    creator: channel.kind === 'im' ? null : creatorOf(team, channel.members),
    created_at: now,
    last_ts: 0,
  }))
}

/** [ROM-15] The file names nobody who created a channel, and apps look for one. */
function creatorOf(team: WorkspaceTeam, members: readonly string[]): string | null {
  return members.find((member) => team.users.some(({ id }) => id === member)) ?? null
}

function nameOf(team: WorkspaceTeam, member: string): string {
  return team.users.find(({ id }) => id === member)?.name ?? member.toLowerCase()
}

function memberRows(team: WorkspaceTeam, bots: Bots, now: number): Rows<'members'> {
  return team.channels.flatMap(({ id, members }) =>
    members.map((member) => ({
      team_id: team.id,
      channel_id: id,
      user_id: bots.get(member)?.bot_user ?? member,
      joined_at: now,
    })),
  )
}

function messageRows(team: WorkspaceTeam, bots: Bots): Rows<'messages'> {
  return team.messages.map((message) => {
    const app = bots.get(message.user)
    const blocks = message.blocks ? expandMarkdown(message.blocks) : blocksFromMrkdwn(message.text ?? '')
    return {
      team_id: team.id,
      channel_id: message.channel,
      ts: message.ts,
      thread_ts: message.thread_ts ?? null,
      user_id: app?.bot_user ?? message.user,
      app_id: app?.id ?? null,
      bot_id: app?.bot_id ?? null,
      text: message.text ?? mrkdwnFromBlocks(blocks),
      blocks: assignIds(blocks, newBlockId),
      attachments: toStoredAttachments(message.attachments),
      markdown: null,
      metadata: null,
      client_msg_id: message.client_msg_id ?? (app ? null : randomUUID()),
      username: null,
      icon_emoji: null,
      icon_url: null,
      streaming_state: null,
      locked: message.locked,
      deleted: message.deleted,
      edited_at: null,
      created_at: Math.floor(toMicroseconds(message.ts) / 1000),
    }
  })
}

function toAppRow(app: WorkspaceApp, secrets: Secrets): Insertable<Tables['apps']> {
  return newAppRow(secrets, {
    id: app.id,
    botId: app.bot_id,
    botUser: app.bot_user,
    manifest: app.manifest,
    signingSecret: app.signing_secret,
    clientId: app.client_id,
    clientSecret: app.client_secret,
    allowedIps: app.allowed_ips,
    removed: app.removed,
  })
}
