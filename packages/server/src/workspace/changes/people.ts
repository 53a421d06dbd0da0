import { activatePerson, deactivatePerson, setPassword } from '#domain/people/accounts/deactivate'
import { pendingPassword } from '#domain/people/pendingPasswords'
import { saveUser } from '#domain/people/profile/change'
import { findUserByEmail, type UserRow } from '#domain/people/users'
import { Refusal } from '#domain/refusal'
import type { Db, Tx } from '#store/db'
import type { WorkspaceFile, WorkspaceTeam } from '#workspace/declaration'
import { compareLater, type NewPasswords, type UnhashedPassword } from '#workspace/passwords'
import { show, type WorkspaceChange, writtenKeys } from './change.ts'

type FilePerson = WorkspaceTeam['users'][number]

/** What differs of people who exist. Only the file can make an admin, so a missing `admin` is a change, too. */
export async function peopleChanges(db: Db, file: WorkspaceFile, passwords: NewPasswords): Promise<WorkspaceChange[]> {
  const changes: WorkspaceChange[] = []
  for (const [i, team] of file.teams.entries()) {
    const rows = await db.selectFrom('users').selectAll().where('team_id', '=', team.id).execute()
    const known = new Map(rows.map((row) => [row.id, row]))
    for (const [j, person] of team.users.entries()) {
      const row = known.get(person.id)
      const keys = new Set([...writtenKeys(file.written, ['teams', i, 'users', j]), 'admin', 'two_factor'])
      if (row) changes.push(...changesOf(row, person, keys, passwords.get(`${team.id} ${person.id}`)))
    }
  }
  return changes
}

function changesOf(
  row: UserRow,
  person: FilePerson,
  keys: ReadonlySet<string>,
  password: string | undefined,
): WorkspaceChange[] {
  const about = `${row.name} (${row.id})`
  const changes: WorkspaceChange[] = []
  for (const [key, value, columns] of wantedColumns(row, person)) {
    const before = key === 'title' ? row.profile.title : row[key]
    if (!keys.has(key) || (before ?? undefined) === (value ?? undefined)) continue
    const words = `${key} ${show(value)}, not ${show(before ?? undefined)}`
    const concernsAccess = ['admin', 'two_factor', 'email'].includes(key)
    changes.push({ about, words, concernsAccess, apply: (tx) => saveColumns(tx, row, columns) })
  }
  if (password !== undefined) {
    const apply = async (tx: Tx) => {
      await setPassword(tx, row, password === pendingPassword ? null : password)
      await setFilePassword(tx, row, password)
    }
    changes.push({ about, words: 'another password; sessions end', concernsAccess: true, apply })
  }
  if (keys.has('deleted') && person.deleted !== row.deleted) {
    const words = person.deleted ? 'deactivated; sessions and tokens end' : 'active again'
    const apply = (tx: Tx) => (person.deleted ? deactivatePerson(tx, row) : activatePerson(tx, row))
    changes.push({ about, words, concernsAccess: true, apply })
  }
  return changes
}

/** [OPS-11] So many passwords that nobody waits for their comparison. */
export function comparisonLater(people: readonly UnhashedPassword[]): WorkspaceChange {
  const words = 'who has another password than before gets it, and their sessions end'
  return { about: `${people.length} people`, words, concernsAccess: true, apply: (tx) => compareLater(tx, people) }
}

/** The keys of a person, with the columns that each sets. A display name that was the real name stays that. */
function wantedColumns(row: UserRow, person: FilePerson) {
  const { name, real_name, display_name, title, email, tz, locale, admin, two_factor } = person
  const follows = row.display_name === row.real_name ? { display_name } : {}
  return [
    ['name', name, { name }],
    ['real_name', real_name, { real_name, ...follows }],
    ['display_name', display_name, { display_name }],
    ['title', title, { title }],
    ['email', email, { email: email ?? null }],
    ['tz', tz, { tz }],
    ['locale', locale, { locale }],
    ['admin', admin, { admin }],
    ['two_factor', two_factor, { two_factor }],
  ] as const
}

async function saveColumns(
  tx: Tx,
  row: UserRow,
  { title, ...columns }: Partial<UserRow> & { title?: string | undefined },
): Promise<void> {
  const owner = columns.email && (await findUserByEmail(tx, row.team_id, columns.email))
  if (owner && owner.id !== row.id)
    throw new Refusal('email_taken', `${owner.name} (${owner.id}) has the address of ${row.name} (${row.id}) already.`)
  const profile = title === undefined ? {} : { profile: { ...row.profile, title } }
  await saveUser(tx, row, { ...columns, ...profile }, 'profile')
}

export async function setFilePassword(tx: Tx, { team_id: teamId, id }: UserRow, hash: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ file_password: hash })
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .execute()
}
