import { readNames } from '#http/development/kit/directory'
import type { Db } from '#store/db'

/** Who and what is in a team, by name, as `/control/directory` lists it. */
export interface Directory {
  id: string
  name: string
  domain: string
  people: { id: string; name: string; display_name: string }[]
  channels: { id: string; name: string }[]
  apps: { id: string; name: string; bot_user: string; bot_name: string }[]
}

export async function readDirectory(db: Db): Promise<Directory[]> {
  const teams = await db
    .selectFrom('teams')
    .select(['id', 'domain'])
    .where('deleted', '=', false)
    .orderBy('id')
    .execute()
  return Promise.all(teams.map(({ id, domain }) => readOne(db, id, domain)))
}

async function readOne(db: Db, team: string, domain: string): Promise<Directory> {
  const { id, name, people, channels, apps } = await readNames(db, team)
  return {
    id,
    name,
    domain,
    people: people.map((person) => ({ id: person.id, name: person.name, display_name: person.displayName })),
    channels,
    apps: apps.map((app) => ({ id: app.id, name: app.name, bot_user: app.botUser, bot_name: app.botName })),
  }
}
