import { sql } from 'kysely'
import type { Db, Store, Tx } from '#store/db'
import type { Caller } from '#domain/access/caller'
import { refuseIfMoved } from '#domain/access/movedTeams'
import { hashToken, newSecret } from '#domain/ids'
import { logEntry } from '#domain/log/entry'
import { listTestTeams } from '#domain/testTeams/marks'
import { isInBatch } from '#domain/sweep/inBatches'
import { endSubscriptions } from '#domain/push/subscriptions'
import { nameBrowser } from '#domain/people/accounts/browserNames'
import { toEmailKey } from './email.ts'
import type { PasswordHasher } from './passwords.ts'
import { findPersonCaller } from './personCaller.ts'

/** A person signed in with one browser. */
export interface Session {
  /** The hash of its secret. */
  hash: string
  person: Caller
  expiresAt: number
}

const sessionLifetimeMs = 30 * 24 * 3_600_000
/** How many sessions a person has at most. */
const maxSessions = 100

/** Signs a person in. Returns the secret for their browser, of which only the hash is stored. */
export async function createSession(tx: Tx, teamId: string, userId: string, userAgent?: string): Promise<string> {
  const secret = newSecret()
  const session = {
    hash: hashToken(secret),
    team_id: teamId,
    user_id: userId,
    created_at: tx.clock.now(),
    expires_at: tx.clock.now() + sessionLifetimeMs,
    ...nameBrowser(userAgent),
    active_at: tx.clock.now(),
  }
  await tx.insertInto('sessions').values(session).execute()
  await endOldest(tx, teamId, userId)
  return secret
}

/** [SES-3] Ends the oldest sessions of a person who has too many. */
async function endOldest(tx: Tx, teamId: string, userId: string): Promise<void> {
  const ofPerson = tx.selectFrom('sessions').where('team_id', '=', teamId).where('user_id', '=', userId)
  const tooMany = await ofPerson.select('hash').orderBy('created_at', 'desc').offset(maxSessions).limit(100).execute()
  for (const { hash } of tooMany) await endSession(tx, hash)
}

/** Refuses one of a team that is in another database [NOD-11]. */
export function findSession(db: Db, secret: string): Promise<Session | undefined> {
  return findSessionByHash(db, hashToken(secret))
}

export async function findSessionByHash(db: Db, hash: string): Promise<Session | undefined> {
  const query = db
    .selectFrom('sessions')
    .select(['team_id', 'user_id', 'expires_at'])
    .where('hash', '=', hash)
    .where('expires_at', '>', db.clock.now())
  // Its team may arrive while it is looked for.
  const row = (await query.executeTakeFirst()) ?? (await refuseIfMoved(db, hash).then(() => query.executeTakeFirst()))
  const person = row && (await findPersonCaller(db, row.team_id, row.user_id))
  return person && { hash, person, expiresAt: row.expires_at }
}

/**
 * Finds a session, which does not end before the transaction does: who has ended it is not answered while something is still done
 * with it [OPS-4, OPS-5].
 */
export async function holdSession(tx: Tx, hash: string): Promise<Session | undefined> {
  if (!tx.cache.isSingleWriter) await tx.send(sql`select 1 from sessions where hash = ${hash} for key share`)
  const session = await findSessionByHash(tx, hash)
  // A person may write in a channel of another team, of which alone something is logged then.
  if (session && !tx.cache.isSingleWriter) tx.work.believeTeam(session.person.teamId)
  return session
}

/** [SES-1, NTF-9] Ends one session. Its feed is closed by the log entry, and nothing is pushed to its browser. */
export async function endSession(tx: Tx, hash: string): Promise<void> {
  await finishEnded(
    tx,
    await tx.deleteFrom('sessions').where('hash', '=', hash).returning(['hash', 'team_id']).execute(),
  )
}

/** [SES-1] Ends every session of a person, and returns how many there were. */
export async function endSessionsOf(tx: Tx, teamId: string, userId: string): Promise<number> {
  const ended = tx.deleteFrom('sessions').where('team_id', '=', teamId).where('user_id', '=', userId)
  return finishEnded(tx, await ended.returning(['hash', 'team_id']).execute())
}

export async function endExpiredSessions(tx: Tx): Promise<number> {
  const isOver = sql`expires_at <= ${tx.clock.now()}`
  const expired = tx.deleteFrom('sessions').where(isInBatch(tx, 'sessions', ['team_id', 'hash'], isOver))
  return finishEnded(tx, await expired.returning(['hash', 'team_id']).execute())
}

async function finishEnded(tx: Tx, ended: readonly { hash: string; team_id: string }[]): Promise<number> {
  for (const { hash, team_id: teamId } of ended) {
    await endSubscriptions(tx, teamId, [hash])
    tx.work.log(logEntry('session', teamId, { subject: hash }))
  }
  return ended.length
}

/** Everyone with this e-mail and password, and the hash of it that is stored for them. One person may be in several teams. */
export async function findPeopleByPassword(store: Store, passwords: PasswordHasher, email: string, password: string) {
  const users = await selectPeople(store.db)
    .select('users.password')
    .where('users.email_key', '=', toEmailKey(email))
    .where('users.password', 'is not', null)
    .execute()
  const stored = users.map((user) => user.password ?? '')
  const { fits, first: hash } = await passwords.compare(password, stored)
  const people = users.filter((_, i) => fits[i])
  // Older versions gave each of them another salt.
  if (people.some((person) => person.password !== hash)) await store.write((tx) => storeHash(tx, people, hash))
  return { people: people.map(({ password: _kept, ...person }) => person), hash }
}

/** Whoever has got another password meanwhile keeps it. */
async function storeHash(
  tx: Tx,
  people: readonly { team: string; user: string; password: string | null }[],
  hash: string,
): Promise<void> {
  for (const { team, user, password } of people)
    await tx
      .updateTable('users')
      .set({ password: hash })
      .where('team_id', '=', team)
      .where('id', '=', user)
      .where('password', '=', password)
      .execute()
}

/**
 * Whether a person still has the password with which they are signing in. It stays theirs until the transaction ends: who has set
 * another one is not answered while somebody is still signed in with the old one [OPS-5].
 */
export async function holdPassword(tx: Tx, teamId: string, userId: string, hash: string): Promise<boolean> {
  const person = await tx
    .selectFrom('users')
    .select('password')
    .where('team_id', '=', teamId)
    .where('id', '=', userId)
    .$if(!tx.cache.isSingleWriter, (query) => query.forShare())
    .executeTakeFirst()
  return person?.password === hash
}

/** Lists everyone who can be signed in with a click, where that is allowed. Teams that were made for tests are left out. */
export async function listPeople(db: Db) {
  const tests = await listTestTeams(db)
  const people = await selectPeople(db).execute()
  return people.filter(({ team }) => !tests.has(team))
}

function selectPeople(db: Db) {
  return db
    .selectFrom('users')
    .innerJoin('teams', 'teams.id', 'users.team_id')
    .select(['users.team_id as team', 'teams.name as team_name', 'users.id as user', 'users.name', 'users.real_name'])
    .where('users.app_id', 'is', null)
    .where('users.deleted', '=', false)
    .where('teams.deleted', '=', false)
    .orderBy('teams.id')
    .orderBy('users.id')
}
