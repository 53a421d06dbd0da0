import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import type { Db } from '#store/db'
import { toEmailKey } from './email.ts'

const scryptAsync = promisify<string, Buffer, number, Buffer>(scrypt)
const bytes = 32

/**
 * Hashes a few passwords at a time, by default one: each takes a thread of the pool for tens of milliseconds, and syncs need
 * that pool too.
 */
export class PasswordHasher {
  readonly #limit: ReturnType<typeof pLimit>

  constructor(concurrency = 1) {
    this.#limit = pLimit(concurrency)
  }

  /** Hashes a password for storage, as `salt:hash` in base64. */
  async hash(password: string, salt: string = newSalt()): Promise<string> {
    const hash = await this.#derive(password, Buffer.from(salt, 'base64'))
    return `${salt}:${hash.toString('base64')}`
  }

  /**
   * Compares a password with stored hashes, hashing it once for each of their salts: once if there are none. Returns
   * for each whether it fits, and the hash with the first salt.
   */
  async compare(password: string, stored: readonly string[]): Promise<{ fits: boolean[]; first: string }> {
    const [salt = newSalt(), ...others] = new Set(stored.map(saltOf))
    const first = await this.hash(password, salt)
    const hashes = [first]
    for (const other of others) hashes.push(await this.hash(password, other))
    return { fits: stored.map((one) => hashes.some((hash) => areEqual(hash, one))), first }
  }

  #derive(password: string, salt: Buffer): Promise<Buffer> {
    return this.#limit(() => scryptAsync(password, salt, bytes))
  }
}

/**
 * [SES-5] Hashes the password of a person. People with the same e-mail address, in several teams, share a salt: signing
 * in then takes one hash, and its time does not tell how many they are.
 */
export async function hashPassword(
  db: Db,
  passwords: PasswordHasher,
  email: string | null,
  password: string,
): Promise<string> {
  return passwords.hash(password, email === null ? undefined : await findSalt(db, email))
}

/** The salt of the people with this e-mail address, if one of them has a password. */
export async function findSalt(db: Db, email: string): Promise<string | undefined> {
  const same = await findPasswordOf(db, email)
  return same && saltOf(same)
}

async function findPasswordOf(db: Db, email: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('users')
    .select('password')
    .where('email_key', '=', toEmailKey(email))
    .where('password', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return found?.password ?? undefined
}

export function newSalt(): string {
  return randomBytes(16).toString('base64')
}

function saltOf(stored: string): string {
  return stored.split(':')[0] ?? ''
}

function areEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
