import { sql } from 'kysely'
import { logEntry } from '#domain/log/entry'
import type { Db, Tx } from '#store/db'
import { unmarkTestTeam } from './marks.ts'
import { listTeamTables } from './tables.ts'

/** Apps that were made for the team or are installed there, and in no other team. */
async function listOwnApps(db: Db, teamId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('apps')
    .select('id')
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('made_in', '=', teamId),
        exists(
          selectFrom('installations')
            .select('app_id')
            .whereRef('installations.app_id', '=', 'apps.id')
            .where('team_id', '=', teamId),
        ),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('installations')
            .select('app_id')
            .whereRef('installations.app_id', '=', 'apps.id')
            .where('team_id', '<>', teamId),
        ),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** What is to be done outside of the database once a team is dropped. */
export interface Dropped {
  /** The keys of the bytes of its files. */
  blobs: string[]
}

/**
 * Deletes a team that was made for a test, with all its rows. An app that is installed in another team too stays there. Its
 * bot and user tokens are remembered as those of a workspace that is gone. Undefined if there is no such team.
 */
export async function dropTestTeam(tx: Tx, teamId: string): Promise<Dropped | undefined> {
  if (!(await unmarkTestTeam(tx, teamId))) return undefined
  const { dropped } = tx.cache
  // The number of the entry that says so is taken there.
  const tables = listTeamTables(tx.cache.isSingleWriter).filter((table) => table !== 'team_log')
  dropped.addTeam(teamId)
  tx.work.onRollback(() => dropped.removeTeam(teamId))
  const tokens = await tx.selectFrom('tokens').select(['hash', 'kind']).where('team_id', '=', teamId).execute()
  tx.work.onCommit(() => dropped.addTokens(tokens))
  const files = await tx.selectFrom('files').select('blob').where('team_id', '=', teamId).execute()

  const apps = await listOwnApps(tx, teamId)
  await deleteApps(tx, apps)
  await tx.updateTable('apps').set({ made_in: null }).where('made_in', '=', teamId).execute()
  await tx
    .deleteFrom('refresh_tokens')
    .where('token_hash', 'in', (db) => db.selectFrom('tokens').select('hash').where('team_id', '=', teamId))
    .execute()
  await deleteRows(tx, teamId, tables)
  await tx.deleteFrom('teams').where('id', '=', teamId).execute()
  tx.work.log(logEntry('team', teamId))
  return { blobs: files.flatMap(({ blob }) => blob ?? []) }
}

async function deleteApps(tx: Tx, apps: readonly string[]): Promise<void> {
  if (apps.length === 0) return
  for (const table of ['refresh_tokens', 'app_requests', 'socket_tickets', 'tokens'] as const)
    await tx.deleteFrom(table).where('app_id', 'in', apps).execute()
  await tx.deleteFrom('apps').where('id', 'in', apps).execute()
}

/** Deletes what is left of a team that was dropped: what was logged of it, and what was being written meanwhile. */
export function deleteRemains(tx: Tx, teamId: string): Promise<void> {
  return deleteRows(tx, teamId, listTeamTables(tx.cache.isSingleWriter))
}

async function deleteRows(tx: Tx, teamId: string, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql`delete from ${sql.table(table)} where team_id = ${teamId}`.execute(tx)
}
