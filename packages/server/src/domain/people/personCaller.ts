import type { Db } from '#store/db'
import type { Caller } from '#domain/access/caller'
import { findTeam } from '#domain/access/teams'
import { findUser } from './users.ts'

/** Finds a person of a team as a caller. Undefined if there is none, or the person or team was deleted. */
export async function findPersonCaller(db: Db, teamId: string, userId: string): Promise<Caller | undefined> {
  const user = await findUser(db, teamId, userId)
  if (!user || user.deleted || user.app_id) return undefined
  if ((await findTeam(db, teamId))?.deleted !== false) return undefined
  return {
    kind: 'person',
    teamId,
    userId,
    app: undefined,
    scopes: [],
    enterpriseId: undefined,
    teamsGranted: undefined,
  }
}
