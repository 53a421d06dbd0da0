import { listApps } from '#domain/apps/find'
import { type AppDetails, getAppDetails, requireTeam } from '#domain/apps/manage'
import { readManifest } from '#domain/apps/manifest'
import { displayNameOf } from '#domain/people/users'
import type { KnownToken, TokenSource } from '#domain/apps/credentials'
import type { Db, Store, Tx } from '#store/db'

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

/** The names by which tests call an app. */
export interface AppNames {
  id: string
  name: string
  /** The name of its bot user. */
  botName: string
  botUser: string
  socketMode: boolean
}

/** What an app needs to connect, and its names. */
export interface NamedApp extends AppDetails, AppNames {}

/** The names of a team, and of who and what is in it. */
export interface TeamNames {
  id: string
  name: string
  people: NamedPerson[]
  channels: NamedChannel[]
  apps: AppNames[]
}

/** A team, and who and what is in it. */
export interface TeamDirectory extends TeamNames {
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
    for (const { id } of teams) directories.push(await describeTeam(tx, id, { source: 'make', known }))
    return directories
  })
}

/** Where the tokens of apps come from. */
interface Tokens {
  source: TokenSource
  known?: readonly KnownToken[]
}

/** Who and what is in one team. Its apps get the tokens that they do not have yet. */
export function readTeam(store: Store, team: string, known: readonly KnownToken[]): Promise<TeamDirectory> {
  return store.write((tx) => describeTeam(tx, team, { source: 'make', known }))
}

/** Who and what is in a team, with what its apps need to connect. */
export async function describeTeam(tx: Tx, team: string, { source, known }: Tokens): Promise<TeamDirectory> {
  const { apps: named, ...names } = await readNames(tx, team)
  const apps: NamedApp[] = []
  for (const app of named) apps.push({ ...(await getAppDetails(tx, { team, app: app.id }, source, known)), ...app })
  return { ...names, apps }
}

/** What is in a team, by name. */
export async function readNames(db: Db, team: string | undefined): Promise<TeamNames> {
  const { id, name } = await requireTeam(db, team)
  const people = await listPeople(db, id)
  return { id, name, people, channels: await listNamedChannels(db, id), apps: await listNamedApps(db, id) }
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

async function listPeople(db: Db, teamId: string): Promise<NamedPerson[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'real_name', 'display_name'])
    .where('team_id', '=', teamId)
    .where('app_id', 'is', null)
    .where('deleted', '=', false)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: row.id, name: row.name, displayName: displayNameOf(row) }))
}

function listNamedChannels(db: Db, teamId: string): Promise<NamedChannel[]> {
  return db
    .selectFrom('channels')
    .select(['id', 'name'])
    .where('team_id', '=', teamId)
    .where('name', '<>', '')
    .where('deleted', '=', false)
    .orderBy('id')
    .execute()
}

async function listNamedApps(db: Db, teamId: string): Promise<AppNames[]> {
  const apps = await listApps(db, teamId)
  const bots = await db
    .selectFrom('users')
    .select(['id', 'name', 'real_name', 'display_name'])
    .where('team_id', '=', teamId)
    .where('app_id', 'is not', null)
    .execute()
  return apps.map(({ id, manifest, bot_user: botUser }) => {
    const { title, socketMode } = readManifest(manifest, id)
    const bot = bots.find((user) => user.id === botUser)
    return { id, name: title, botUser: botUser ?? '', botName: bot ? displayNameOf(bot) : title, socketMode }
  })
}
