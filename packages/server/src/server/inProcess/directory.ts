import { findAppByTitle, listApps } from '#domain/apps/find'
import { type AppDetails, getAppDetails } from '#domain/apps/manage'
import { displayNameOf } from '#domain/people/users'
import type { KnownToken } from '#domain/apps/credentials'
import type { Store, Tx } from '#store/db'

export interface NamedPerson {
  id: string
  name: string
  /** As others see it. */
  displayName: string
}

export interface NamedChannel {
  id: string
  name: string
}

/** What an app needs to connect, and the names by which tests call it. */
export interface NamedApp extends AppDetails {
  /** The name of its bot user. */
  botName: string
  botUser: string
}

/** A team, and who and what is in it. */
export interface TeamDirectory {
  id: string
  name: string
  people: NamedPerson[]
  channels: NamedChannel[]
  apps: NamedApp[]
}

/** Who and what is in each team. Apps get the tokens that they do not have yet. */
export async function readDirectory(store: Store, known: readonly KnownToken[]): Promise<TeamDirectory[]> {
  return store.write(async (tx) => {
    const teams = await tx
      .selectFrom('teams')
      .select(['id', 'name'])
      .where('deleted', '=', false)
      .orderBy('id')
      .execute()
    const directories: TeamDirectory[] = []
    for (const team of teams)
      directories.push({
        ...team,
        people: await listPeople(tx, team.id),
        channels: await listNamedChannels(tx, team.id),
        apps: await listNamedApps(tx, team.id, known),
      })
    return directories
  })
}

/** A channel by its name; it may have been made since the start. */
export async function findChannelByName(
  { db }: Store,
  teamId: string,
  name: string,
): Promise<NamedChannel | undefined> {
  return db
    .selectFrom('channels')
    .select(['id', 'name'])
    .where('team_id', '=', teamId)
    .where('name', '=', name)
    .executeTakeFirst()
}

async function listPeople(tx: Tx, teamId: string): Promise<NamedPerson[]> {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'name', 'real_name', 'display_name'])
    .where('team_id', '=', teamId)
    .where('app_id', 'is', null)
    .where('deleted', '=', false)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: row.id, name: row.name, displayName: displayNameOf(row) }))
}

function listNamedChannels(tx: Tx, teamId: string): Promise<NamedChannel[]> {
  return tx
    .selectFrom('channels')
    .select(['id', 'name'])
    .where('team_id', '=', teamId)
    .where('name', '<>', '')
    .orderBy('id')
    .execute()
}

async function listNamedApps(tx: Tx, teamId: string, known: readonly KnownToken[]): Promise<NamedApp[]> {
  const apps: NamedApp[] = []
  for (const { id } of await listApps(tx, teamId)) apps.push(await describeApp(tx, teamId, id, known))
  return apps
}

async function describeApp(tx: Tx, teamId: string, id: string, known: readonly KnownToken[]): Promise<NamedApp> {
  const details = await getAppDetails(tx, { team: teamId, app: id }, 'make', known)
  const app = await findAppByTitle(tx, teamId, id)
  const botUser = app?.bot_user ?? ''
  const bot = await tx
    .selectFrom('users')
    .select(['name', 'real_name', 'display_name'])
    .where('team_id', '=', teamId)
    .where('id', '=', botUser)
    .executeTakeFirst()
  return { ...details, botUser, botName: bot ? displayNameOf(bot) : details.name }
}
