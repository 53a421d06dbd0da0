import { toEmailKey } from '#domain/people/email'
import { findSalt, newSalt, type PasswordHasher } from '#domain/people/passwords'
import { pendingPassword } from '#domain/people/pendingPasswords'
import type { Db, Store, Tx } from '#store/db'
import type { WorkspaceFile } from './declaration.ts'

/** The hashes of passwords that the database does not have, by team and person: `T0ACME U0ANA`. Or `pendingPassword`. */
export type NewPasswords = ReadonlyMap<string, string>

/**
 * Finds the people for whom the file has another password than before, except for those that are skipped, with its hash.
 * This takes long on purpose, so it happens before a transaction. People who are new, or whose password is still to be
 * hashed, are not among them.
 */
export async function findChangedPasswords(
  db: Db,
  file: WorkspaceFile,
  hasher: PasswordHasher,
  skipped: ReadonlySet<string> = new Set(),
): Promise<NewPasswords> {
  const known = await findKnown(db, file)
  const isSame = (await findFingerprint(db, file, hasher)) !== undefined
  const changed = new Map<string, string>()
  const salts = saltsByEmail(db)
  await Promise.all(
    listPasswords(file).map(async ({ key, email, password }) => {
      const before = known.get(key)
      if (before === null) changed.set(key, pendingPassword)
      if (skipped.has(key) || isSame || before == null || before === pendingPassword) return
      const { fits, first } = await hasher.compare(password, [before])
      if (fits[0]) return
      const salt = await salts(email)
      changed.set(key, first.startsWith(`${salt}:`) ? first : await hasher.hash(password, salt))
    }),
  )
  return changed
}

/** A password of the file whose hash the database does not have yet. */
export interface UnhashedPassword {
  team: string
  user: string
  key: string
  email: string | undefined
  password: string
}

/** [OPS-11] The passwords of the file that are still to be hashed. */
export async function findUnhashed(db: Db, file: WorkspaceFile): Promise<UnhashedPassword[]> {
  const known = await findKnown(db, file)
  return listPasswords(file).filter(({ key }) => known.get(key) === pendingPassword)
}

/** Hashes and stores the passwords of people with one e-mail address. Whom an operator gave a password keeps that. */
export async function hashAndStore(
  store: Store,
  hasher: PasswordHasher,
  people: readonly UnhashedPassword[],
): Promise<Map<string, string>> {
  const salts = saltsByEmail(store.db)
  const hashes = new Map<string, string>()
  for (const { key, email, password } of people) hashes.set(key, await hasher.hash(password, await salts(email)))
  await store.write(async (tx) => {
    for (const { team, user, key } of people) {
      const hash = hashes.get(key) ?? null
      await tx
        .updateTable('users')
        .set(({ fn, val }) => ({ file_password: hash, password: fn.coalesce('password', val(hash)) }))
        .where('team_id', '=', team)
        .where('id', '=', user)
        .where('file_password', '=', pendingPassword)
        .execute()
    }
  })
  return hashes
}

/** Hashes the passwords of the file that are not among these. */
export async function hashMissingPasswords(
  db: Db,
  file: WorkspaceFile,
  hasher: PasswordHasher,
  known: NewPasswords,
): Promise<NewPasswords> {
  const salts = saltsByEmail(db)
  const missing = listPasswords(file).filter(({ key }) => !known.has(key))
  return new Map(
    await Promise.all(
      missing.map(async ({ key, email, password }) => [key, await hasher.hash(password, await salts(email))] as const),
    ),
  )
}

/** Remembers all passwords of the file at once, so that a start sees with one hash that none of them has changed. */
export async function hashFingerprint(file: WorkspaceFile, hasher: PasswordHasher): Promise<string | undefined> {
  const given = listPasswords(file)
  return given.length === 0 ? undefined : hasher.hash(textOf(given))
}

export async function saveFingerprint(tx: Tx, value: string): Promise<void> {
  await tx
    .insertInto('meta')
    .values({ key: 'file_passwords', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** The stored fingerprint, if it is that of this file, apart from people whose password the database does not have. */
export async function findFingerprint(
  db: Db,
  file: WorkspaceFile,
  hasher: PasswordHasher,
): Promise<string | undefined> {
  const known = await findKnown(db, file)
  const given = listPasswords(file).filter(({ key }) => known.get(key) != null)
  const row = await db.selectFrom('meta').select('value').where('key', '=', 'file_passwords').executeTakeFirst()
  if (!row || given.length === 0) return undefined
  return (await hasher.compare(textOf(given), [row.value])).fits[0] ? row.value : undefined
}

function textOf(given: readonly UnhashedPassword[]): string {
  return JSON.stringify(given.map(({ key, email, password }) => ({ key, email, password })))
}

/** [SES-5] People with one e-mail address share a salt, also when they are new. */
function saltsByEmail(db: Db): (email: string | undefined) => Promise<string> {
  const salts = new Map<string, Promise<string>>()
  return (email) => {
    if (email === undefined) return Promise.resolve(newSalt())
    const salt = salts.get(email) ?? findSalt(db, email).then((found) => found ?? newSalt())
    salts.set(email, salt)
    return salt
  }
}

function listPasswords(file: WorkspaceFile) {
  return file.teams.flatMap(({ id: team, users }) =>
    users.flatMap(({ id, email, password }) =>
      password === undefined
        ? []
        : [{ team, user: id, key: `${team} ${id}`, email: email && toEmailKey(email), password }],
    ),
  )
}

async function findKnown(db: Db, file: WorkspaceFile): Promise<Map<string, string | null>> {
  const teams = file.teams.map(({ id }) => id)
  const rows = await db
    .selectFrom('users')
    .select(['team_id', 'id', 'file_password'])
    .where('team_id', 'in', teams)
    .execute()
  return new Map(rows.map((row) => [`${row.team_id} ${row.id}`, row.file_password]))
}
