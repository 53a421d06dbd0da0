import { findApp } from '#domain/apps/find'
import { requireTeam } from '#domain/apps/manage'
import { noSuchApp } from '#domain/faults/perform'
import { Refusal } from '#domain/refusal'
import { listTestTeams } from '#domain/testTeams/marks'
import type { Db } from '#store/db'

/** The id of the app that a fault names by its id or name. */
export async function findAppId(db: Db, name: string, team: string | undefined): Promise<string> {
  if (team !== undefined) {
    const found = await findApp(db, (await requireTeam(db, team)).id, name)
    if (!found) throw await noSuchApp(db, name)
    return found.id
  }
  const byId = await db
    .selectFrom('apps')
    .select('id')
    .where('id', 'in', [name, name.toUpperCase()])
    .where('removed', '=', false)
    .executeTakeFirst()
  return byId?.id ?? findByName(db, name)
}

/** [WSP-1] Who names no team does not mean one that was made for a test. */
async function findByName(db: Db, name: string): Promise<string> {
  const tests = await listTestTeams(db)
  const teams = await db.selectFrom('teams').select('id').where('deleted', '=', false).orderBy('id').execute()
  const found = new Set<string>()
  for (const { id } of teams) {
    const app = tests.has(id) ? undefined : await findApp(db, id, name)
    if (app) found.add(app.id)
  }
  const [first, ...others] = found
  if (first === undefined) throw await noSuchApp(db, name)
  if (others.length === 0) return first
  throw new Refusal(
    'app_not_found',
    `Apps of several teams are called ${JSON.stringify(name)}: name the \`team\`, or one by its id, ${[...found].join(', ')}.`,
  )
}
