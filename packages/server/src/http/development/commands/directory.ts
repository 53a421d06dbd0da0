import { listApps } from '#domain/apps/find'
import { readManifest } from '#domain/apps/manifest'
import { displayNameOf } from '#domain/people/users'
import type { Db } from '#store/db'

/** Who and what is in a team, by name. */
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
    .select(['id', 'name', 'domain'])
    .where('deleted', '=', false)
    .orderBy('id')
    .execute()
  return Promise.all(teams.map(async (team) => ({ ...team, ...(await readMembers(db, team.id)) })))
}

async function readMembers(db: Db, team: string): Promise<Pick<Directory, 'people' | 'channels' | 'apps'>> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'name', 'real_name', 'display_name', 'app_id'])
    .where('team_id', '=', team)
    .where('deleted', '=', false)
    .orderBy('id')
    .execute()
  const channels = await db
    .selectFrom('channels')
    .select(['id', 'name'])
    .where('team_id', '=', team)
    .where('kind', 'in', ['public', 'private'])
    .where('deleted', '=', false)
    .orderBy('id')
    .execute()
  const apps = await listApps(db, team)
  return {
    people: users
      .filter((user) => user.app_id === null)
      .map((user) => ({ id: user.id, name: user.name, display_name: displayNameOf(user) })),
    channels,
    apps: apps.map(({ id, manifest, bot_user }) => {
      const { title, name } = readManifest(manifest, id)
      return { id, name: title, bot_user, bot_name: name }
    }),
  }
}
