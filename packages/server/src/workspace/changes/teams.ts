import { isDeepStrictEqual } from 'node:util'
import { logEntry } from '#domain/log/entry'
import { getSettings } from '#domain/settings/settings'
import type { Db, Tx } from '#store/db'
import type { WorkspaceFile } from '#workspace/declaration'
import { show, type WorkspaceChange, writtenKeys } from './change.ts'

/** What differs of the settings, of teams and enterprises, and of their user groups and emoji. */
export async function teamChanges(db: Db, file: WorkspaceFile): Promise<WorkspaceChange[]> {
  return [
    ...(await settingsChanges(db, file)),
    ...(await enterpriseChanges(db, file)),
    ...(await columnChanges(db, file)),
    ...(await usergroupChanges(db, file)),
    ...(await emojiChanges(db, file)),
  ]
}

/** Only the file has settings, so a key that is missing in `settings` means its default. Without `settings`, they stay. */
async function settingsChanges(db: Db, file: WorkspaceFile): Promise<WorkspaceChange[]> {
  if (!writtenKeys(file.written, []).has('settings')) return []
  const before = flatten(await getSettings(db))
  const after = flatten(file.settings)
  const names = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => !isDeepStrictEqual(before.get(name), after.get(name)),
  )
  return names.map((name) => ({
    about: 'settings',
    words: `${name} ${show(after.get(name))}, not ${show(before.get(name))}`,
    concernsAccess: true,
    apply: (tx) => saveSettings(tx, file),
  }))
}

async function saveSettings(tx: Tx, file: WorkspaceFile): Promise<void> {
  const value = JSON.stringify(file.settings)
  await tx.updateTable('meta').set({ value }).where('key', '=', 'settings').execute()
  for (const { id } of file.teams) tx.work.log(logEntry('team', id))
}

/** The values of an object by their paths, as JSON has them. */
function flatten(settings: object): Map<string, unknown> {
  const found = new Map<string, unknown>()
  const add = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return void found.set(path, value)
    for (const [key, inner] of Object.entries(value)) add(inner, path === '' ? key : `${path}.${key}`)
  }
  add(JSON.parse(JSON.stringify(settings)), '')
  return found
}

async function enterpriseChanges(db: Db, file: WorkspaceFile): Promise<WorkspaceChange[]> {
  const rows = new Map((await db.selectFrom('enterprises').selectAll().execute()).map((row) => [row.id, row]))
  return file.enterprises.flatMap(({ id, name }) => {
    const before = rows.get(id)?.name
    if (before === undefined || before === name) return []
    const apply = (tx: Tx) => tx.updateTable('enterprises').set({ name }).where('id', '=', id).execute()
    return { about: id, words: `name ${show(name)}, not ${show(before)}`, concernsAccess: false, apply }
  })
}

async function columnChanges(db: Db, file: WorkspaceFile): Promise<WorkspaceChange[]> {
  const rows = new Map((await db.selectFrom('teams').selectAll().execute()).map((row) => [row.id, row]))
  return file.teams.flatMap((team, i) => {
    const row = rows.get(team.id)
    if (!row) return []
    const keys = writtenKeys(file.written, ['teams', i])
    const { name, domain, enterprise, deleted, state, policies } = team
    const wanted = { name, domain, enterprise_id: enterprise ?? null, deleted, state, policies }
    const named = { ...wanted, enterprise_id: 'enterprise' }
    return (['name', 'domain', 'enterprise_id', 'deleted', 'state', 'policies'] as const).flatMap((column) => {
      const key = column === 'enterprise_id' ? named.enterprise_id : column
      if (!keys.has(key) || isDeepStrictEqual(row[column], JSON.parse(JSON.stringify(wanted[column])))) return []
      const apply = async (tx: Tx) => {
        await tx
          .updateTable('teams')
          .set({ [column]: wanted[column] })
          .where('id', '=', team.id)
          .execute()
        tx.work.log(logEntry('team', team.id))
      }
      const words = `${key} ${show(wanted[column])}, not ${show(row[column])}`
      return { about: `${row.name} (${row.id})`, words, concernsAccess: column !== 'name', apply }
    })
  })
}

async function usergroupChanges(db: Db, file: WorkspaceFile): Promise<WorkspaceChange[]> {
  const rows = await db.selectFrom('usergroups').select(['team_id', 'id', 'handle', 'name', 'users']).execute()
  const known = new Map(rows.map((row) => [`${row.team_id} ${row.id}`, row]))
  return file.teams.flatMap((team, i) =>
    team.usergroups.flatMap((group, j) => {
      const row = known.get(`${team.id} ${group.id}`)
      const keys = writtenKeys(file.written, ['teams', i, 'usergroups', j])
      if (!row) return []
      return (['handle', 'name', 'users'] as const).flatMap((key) => {
        if (!keys.has(key) || isDeepStrictEqual(row[key], group[key])) return []
        const apply = async (tx: Tx) => {
          const set = { [key]: group[key], updated_at: tx.clock.now() }
          await tx.updateTable('usergroups').set(set).where('team_id', '=', team.id).where('id', '=', row.id).execute()
          tx.work.log(logEntry('usergroup', team.id, { subject: row.id }))
        }
        const words = `${key} ${show(group[key])}, not ${show(row[key])}`
        return { about: `@${row.handle} (${row.id})`, words, concernsAccess: false, apply }
      })
    }),
  )
}

async function emojiChanges(db: Db, file: WorkspaceFile): Promise<WorkspaceChange[]> {
  const rows = await db.selectFrom('emoji').selectAll().execute()
  const known = new Map(rows.map((row) => [`${row.team_id} ${row.name}`, row.value]))
  return file.teams.flatMap((team) =>
    Object.entries(team.emoji).flatMap(([name, value]) => {
      const before = known.get(`${team.id} ${name}`)
      if (before === undefined || before === value) return []
      const apply = (tx: Tx) =>
        tx.updateTable('emoji').set({ value }).where('team_id', '=', team.id).where('name', '=', name).execute()
      return { about: `:${name}:`, words: `${show(value)}, not ${show(before)}`, concernsAccess: false, apply }
    }),
  )
}
