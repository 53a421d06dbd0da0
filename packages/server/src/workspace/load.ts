import type { Insertable, InsertObject, Kysely } from 'kysely'
import { defaultScopes, lastFourOf, newTokenRow } from '#domain/access/tokens'
import { recordActivity } from '#domain/activity/record'
import { listTeamsAway } from '#domain/access/movedTeams'
import { logEntry } from '#domain/log/entry'
import { indexMessage } from '#domain/search/indexTexts'
import { pendingPassword } from '#domain/people/pendingPasswords'
import { toMicroseconds } from '#domain/ts'
import type { Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'
import type { WorkspaceFile, WorkspaceToken } from './declaration.ts'
import { toRows } from './rows.ts'

export interface LoadTools {
  hashToken: (token: string) => string
  /** `key` names the person, like `T0ACME U0ANA`. Undefined: the password is hashed later. */
  hashPassword: (password: string, key: string) => string | undefined | Promise<string>
}

/**
 * Writes a workspace file into the database. Existing rows are left as they are. So loading the file again adds what is
 * new in it, and does not undo what people have done. Teams that are in another database are left out [NOD-11]. Returns what
 * it added.
 */
export async function loadWorkspace(tx: Tx, whole: WorkspaceFile, tools: LoadTools): Promise<Loaded> {
  const file = withoutTeams(whole, await listTeamsAway(tx))
  const rows = toRows(file, tx.clock.now(), tx.secrets)
  await insertNew(tx, 'meta', rows.meta)
  const enterprises = await insertNew(tx, 'enterprises', rows.enterprises)
  const teams = await insertNew(tx, 'teams', rows.teams)
  const apps = await insertNew(tx, 'apps', rows.apps)
  const users = await insertNew(tx, 'users', rows.users)
  const channels = await insertNew(tx, 'channels', rows.channels)
  for (const { team_id: teamId, id, app_id: appId, deleted } of users)
    if (appId === null && !deleted && teams.every((team) => team.id !== teamId))
      tx.work.log(logEntry('user', teamId, { subject: id, change: { type: 'team_joined' } }))
  const usergroups = await insertNew(tx, 'usergroups', rows.usergroups)
  const emoji = await insertNew(tx, 'emoji', rows.emoji)

  // A row may also be missing because an app was uninstalled or a person left a channel. Such rows must not come back.
  const newTeams = new Set(teams.map(({ id }) => id))
  const newApps = new Set(apps.map(({ id }) => id))
  const installations = rows.installations.filter((row) => newTeams.has(row.team_id) || newApps.has(row.app_id))
  await insertNew(tx, 'installations', installations)
  const newUsers = new Set(users.map(({ team_id, id }) => `${team_id} ${id}`))
  const newChannels = new Set(channels.map(({ id }) => id))
  const members = rows.members.filter(
    (row) => newChannels.has(row.channel_id) || newUsers.has(`${row.team_id} ${row.user_id}`),
  )
  await insertNew(tx, 'members', members)

  const messages = await insertNew(tx, 'messages', rows.messages)
  for (const message of messages) await indexMessage(tx, message)
  // A reply comes after its root. Nothing in the file is news to anybody.
  for (const message of messages.toSorted((a, b) => (a.ts < b.ts ? -1 : 1)))
    await recordActivity(tx, message, { isNew: true, isRead: true })
  await raiseLastTs(tx, messages)
  await setPasswords(tx, file, newUsers, tools)
  const tokens = await insertNew(
    tx,
    'tokens',
    file.tokens.map((token) => toTokenRow(token, file, tools, tx.clock.now())),
  )
  const names = [...enterprises, ...teams, ...users, ...channels, ...usergroups].map(
    ({ id, name }) => `${name} (${id})`,
  )
  const others = [
    ...emoji.map(({ name }) => `:${name}:`),
    ...apps.map(({ id }) => `the app ${id}`),
    ...tokens.map(({ hash, kind }) => `the ${kind} token ${hash.slice(0, 12)}`),
    ...(messages.length > 0 ? [`messages, ${messages.length}`] : []),
  ]
  return { people: newUsers, added: [...names, ...others] }
}

export interface Loaded {
  /** Who is new, by team and id: `T0ACME U0ANA`. */
  people: ReadonlySet<string>
  /** All that is new, in words. */
  added: string[]
}

/** Inserts the rows whose keys do not exist yet, and returns these. */
async function insertNew<Table extends keyof Tables>(
  tx: Kysely<Tables>,
  table: Table,
  rows: readonly InsertObject<Tables, Table>[],
) {
  const added = []
  // A statement may have 32,766 parameters in SQLite; the widest row has 20.
  for (let i = 0; i < rows.length; i += 1000) {
    const insert = tx.insertInto(table).values(rows.slice(i, i + 1000))
    added.push(
      ...(await insert
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .execute()),
    )
  }
  return added
}

/** Makes sure that the next ts of each channel comes after every message in it. */
async function raiseLastTs(
  tx: Kysely<Tables>,
  messages: readonly { team_id: string; channel_id: string; ts: string }[],
): Promise<void> {
  const byChannel = Map.groupBy(messages, ({ team_id, channel_id }) => `${team_id} ${channel_id}`)
  for (const group of byChannel.values()) {
    const [{ team_id, channel_id } = { team_id: '', channel_id: '' }] = group
    const newest = Math.max(...group.map(({ ts }) => toMicroseconds(ts)))
    await tx
      .updateTable('channels')
      .set({ last_ts: newest })
      .where('team_id', '=', team_id)
      .where('id', '=', channel_id)
      .where('last_ts', '<', newest)
      .execute()
  }
}

/** Sets the passwords of new people only, because hashing is deliberately slow. */
async function setPasswords(
  tx: Tx,
  file: WorkspaceFile,
  newUsers: ReadonlySet<string>,
  { hashPassword }: LoadTools,
): Promise<void> {
  for (const team of file.teams) {
    for (const { id, password } of team.users) {
      if (password === undefined || !newUsers.has(`${team.id} ${id}`)) continue
      const hash = await hashPassword(password, `${team.id} ${id}`)
      await tx
        .updateTable('users')
        .set({ password: hash ?? null, file_password: hash ?? pendingPassword })
        .where('team_id', '=', team.id)
        .where('id', '=', id)
        .execute()
    }
  }
}

export function toTokenRow(
  token: WorkspaceToken,
  file: WorkspaceFile,
  { hashToken }: Pick<LoadTools, 'hashToken'>,
  createdAt: number,
): Insertable<Tables['tokens']> {
  return newTokenRow(hashToken(token.token), {
    ...token,
    scopes: token.scopes ?? defaultScopes(token.kind, file.apps.find(({ id }) => id === token.app)?.manifest ?? {}),
    teamsGranted: token.teams_granted,
    expiresAt: token.expires_at,
    createdAt,
    lastFour: lastFourOf(token.token),
  })
}

/** A workspace file without these teams, what is in them, and the apps that are installed nowhere else. */
function withoutTeams(file: WorkspaceFile, without: ReadonlySet<string>): WorkspaceFile {
  if (without.size === 0) return file
  const apps = file.apps
    .map((app) => ({ ...app, installed_in: app.installed_in.filter(({ team }) => !without.has(team)) }))
    .filter(({ installed_in: there }, i) => there.length > 0 || file.apps[i]?.installed_in.length === 0)
  const gone = new Set(file.apps.map(({ id }) => id))
  for (const { id } of apps) gone.delete(id)
  const isGone = ({ team, app }: WorkspaceFile['tokens'][number]) =>
    (team !== undefined && without.has(team)) || (app !== undefined && gone.has(app))
  return {
    ...file,
    apps,
    teams: file.teams.filter(({ id }) => !without.has(id)),
    tokens: file.tokens.filter((token) => !isGone(token)),
  }
}
