import { sql } from 'kysely'
import { setPassword } from '#domain/people/accounts/deactivate'
import { toEmailKey } from '#domain/people/email'
import { findSalt, newSalt, type PasswordHasher } from '#domain/people/passwords'
import { pendingPassword, uncompared } from '#domain/people/pendingPasswords'
import type { Db, Store, Tx } from '#store/db'
import type { WorkspaceFile } from './declaration.ts'

/** The hashes of passwords that the database does not have, by team and person: `T0ACME U0ANA`. Or `pendingPassword`. */
export type NewPasswords = ReadonlyMap<string, string>

/** A password of the file whose hash the database does not have yet, or may not have. */
export interface UnhashedPassword {
  team: string
  user: string
  key: string
  email: string | undefined
  password: string
  /** The hash of what the file gave before, if it gave something. */
  before?: string
}

/**
 * The passwords of the file that may be others than it gave before. `first`: of people to whom it gave none. People who
 * are new, or whose password is still to be hashed, are not among them.
 */
export async function findComparable(
  db: Db,
  file: WorkspaceFile,
  hasher: PasswordHasher,
): Promise<{ first: NewPasswords; comparable: UnhashedPassword[] }> {
  const known = await findKnown(db, file)
  const isSame = (await findFingerprint(db, file, hasher)) !== undefined
  const given = listPasswords(file)
  const first = given.filter(({ key }) => known.get(key) === null).map(({ key }) => [key, pendingPassword] as const)
  const comparable = given.flatMap((person) => {
    const before = known.get(person.key)
    return isSame || before == null || isUnhashed(before) ? [] : [{ ...person, before }]
  })
  return { first: new Map(first), comparable }
}

/** Those of these passwords that are others than before, with their hashes. This takes long on purpose. */
export async function comparePasswords(
  db: Db,
  comparable: readonly UnhashedPassword[],
  hasher: PasswordHasher,
): Promise<NewPasswords> {
  const salts = saltsByEmail(db)
  const hashed = await Promise.all(
    comparable.map(async (person) => ({ person, hash: await hashAgain(hasher, person, salts) })),
  )
  return new Map(
    hashed.filter(({ person, hash }) => hash !== person.before).map(({ person, hash }) => [person.key, hash]),
  )
}

/** [OPS-11] Notes that it is still to be found out whether the file gives these people another password. */
export async function compareLater(tx: Tx, people: readonly UnhashedPassword[]): Promise<void> {
  for (const [team, members] of Map.groupBy(people, ({ team: id }) => id))
    for (let i = 0; i < members.length; i += 1000) {
      const ids = members.slice(i, i + 1000).map(({ user }) => user)
      await tx
        .updateTable('users')
        .set({ file_password: sql<string>`${uncompared} || ${sql.ref('file_password')}` })
        .where('team_id', '=', team)
        .where('id', 'in', ids)
        .where('file_password', '!=', pendingPassword)
        .where('file_password', 'not like', `${uncompared}%`)
        .execute()
    }
}

/** [OPS-11] The passwords of the file that are still to be hashed. */
export async function findUnhashed(db: Db, file: WorkspaceFile): Promise<UnhashedPassword[]> {
  const known = await findKnown(db, file)
  return listPasswords(file).flatMap((person) => {
    const noted = known.get(person.key)
    if (noted == null || !isUnhashed(noted)) return []
    return [noted === pendingPassword ? person : { ...person, before: noted.slice(uncompared.length) }]
  })
}

function isUnhashed(noted: string): boolean {
  return noted === pendingPassword || noted.startsWith(uncompared)
}

/** Hashes and stores the passwords of people with one e-mail address. Whom an operator gave a password keeps that. */
export async function hashAndStore(
  store: Store,
  hasher: PasswordHasher,
  people: readonly UnhashedPassword[],
): Promise<Map<string, string>> {
  const salts = saltsByEmail(store.db)
  const hashes = new Map<string, string>()
  for (const person of people) hashes.set(person.key, await hashAgain(hasher, person, salts))
  await store.write(async (tx) => {
    for (const { team, user, key, before } of people) {
      const hash = hashes.get(key) ?? null
      const noted = await tx
        .updateTable('users')
        .set({ file_password: hash })
        .$if(before === undefined, (update) =>
          update.set(({ fn, val }) => ({ password: fn.coalesce('password', val(hash)) })),
        )
        .where('team_id', '=', team)
        .where('id', '=', user)
        .where('file_password', '=', before === undefined ? pendingPassword : uncompared + before)
        .executeTakeFirst()
      if (before !== undefined && hash !== before && noted.numUpdatedRows > 0n)
        await setPassword(tx, { team_id: team, id: user }, hash)
    }
  })
  return hashes
}

/** The hash from before if it is that of the password, else a new one with the salt of the address. */
async function hashAgain(
  hasher: PasswordHasher,
  { email, password, before }: UnhashedPassword,
  salts: ReturnType<typeof saltsByEmail>,
): Promise<string> {
  if (before === undefined) return hasher.hash(password, await salts(email))
  const { fits, first } = await hasher.compare(password, [before])
  if (fits[0]) return before
  const salt = await salts(email)
  return first.startsWith(`${salt}:`) ? first : hasher.hash(password, salt)
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

function listPasswords(file: WorkspaceFile): UnhashedPassword[] {
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
