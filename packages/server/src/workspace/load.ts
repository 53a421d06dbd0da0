import type { Insertable, InsertObject, Kysely } from 'kysely'
import { scopesOf, tokenRow } from '#domain/access/tokens'
import { microsecondsOf } from '#domain/ts'
import type { Tables } from '#store/tables/tables'
import type { WorkspaceFile, WorkspaceToken } from './declaration.ts'
import { rowsOf } from './rows.ts'

export interface LoadTools {
  /** Unix milliseconds. */
  now: () => number
  hashToken: (token: string) => string
  hashPassword: (password: string) => string | Promise<string>
}

/**
 * Writes a workspace file into the database. What is there already is left as it is, so that loading again adds what
 * the file has got since and undoes nothing that people have done.
 */
export async function loadWorkspace(tx: Kysely<Tables>, file: WorkspaceFile, tools: LoadTools): Promise<void> {
  const rows = rowsOf(file, tools.now())
  await add(tx, 'meta', rows.meta)
  await add(tx, 'enterprises', rows.enterprises)
  const teams = await add(tx, 'teams', rows.teams)
  const apps = await add(tx, 'apps', rows.apps)
  const users = await add(tx, 'users', rows.users)
  const channels = await add(tx, 'channels', rows.channels)
  await add(tx, 'usergroups', rows.usergroups)
  await add(tx, 'emoji', rows.emoji)

  // An app that was removed from a team and a person who left a channel have no row: it is not to come back.
  const newTeams = new Set(teams.map(({ id }) => id))
  const newApps = new Set(apps.map(({ id }) => id))
  const installations = rows.installations.filter((row) => newTeams.has(row.team_id) || newApps.has(row.app_id))
  await add(tx, 'installations', installations)
  const newUsers = new Set(users.map(({ team_id, id }) => `${team_id} ${id}`))
  const newChannels = new Set(channels.map(({ id }) => id))
  const members = rows.members.filter(
    (row) => newChannels.has(row.channel_id) || newUsers.has(`${row.team_id} ${row.user_id}`),
  )
  await add(tx, 'members', members)

  await raiseLastTs(tx, await add(tx, 'messages', rows.messages))
  await setPasswords(tx, file, newUsers, tools)
  await add(
    tx,
    'tokens',
    file.tokens.map((token) => rowOfToken(token, file, tools)),
  )
}

/** Inserts the rows whose keys are not there yet, and answers with these. */
async function add<Table extends keyof Tables>(
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

/** The next ts of a channel comes after every message in it. */
async function raiseLastTs(
  tx: Kysely<Tables>,
  messages: readonly { team_id: string; channel_id: string; ts: string }[],
): Promise<void> {
  const byChannel = Map.groupBy(messages, ({ team_id, channel_id }) => `${team_id} ${channel_id}`)
  for (const group of byChannel.values()) {
    const [{ team_id, channel_id } = { team_id: '', channel_id: '' }] = group
    const newest = Math.max(...group.map(({ ts }) => microsecondsOf(ts)))
    await tx
      .updateTable('channels')
      .set({ last_ts: newest })
      .where('team_id', '=', team_id)
      .where('id', '=', channel_id)
      .where('last_ts', '<', newest)
      .execute()
  }
}

/** After the rows, since hashing is slow on purpose and only new people need it. */
async function setPasswords(
  tx: Kysely<Tables>,
  file: WorkspaceFile,
  newUsers: ReadonlySet<string>,
  { hashPassword }: LoadTools,
): Promise<void> {
  for (const team of file.teams) {
    for (const { id, password } of team.users) {
      if (password === undefined || !newUsers.has(`${team.id} ${id}`)) continue
      const hash = await hashPassword(password)
      await tx
        .updateTable('users')
        .set({ password: hash })
        .where('team_id', '=', team.id)
        .where('id', '=', id)
        .execute()
    }
  }
}

function rowOfToken(
  token: WorkspaceToken,
  file: WorkspaceFile,
  { hashToken }: LoadTools,
): Insertable<Tables['tokens']> {
  return tokenRow(hashToken(token.token), {
    ...token,
    scopes: token.scopes ?? scopesOf(token.kind, file.apps.find(({ id }) => id === token.app)?.manifest ?? {}),
    teamsGranted: token.teams_granted,
    expiresAt: token.expires_at,
  })
}
