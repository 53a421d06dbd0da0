import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const scryptAsync = promisify<string, Buffer, number, Buffer>(scrypt)
const bytes = 32

/** Hashes one password at a time. Each takes a thread of the pool for tens of milliseconds, and syncs need that pool too. */
export class PasswordHasher {
  #last: Promise<unknown> = Promise.resolve()

  /** Hashes a password for storage, as `salt:hash` in base64. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(16)
    const hash = await this.#derive(password, salt)
    return `${salt.toString('base64')}:${hash.toString('base64')}`
  }

  /** Compares a password with a stored hash. Takes equally long if there is none. */
  async matches(password: string, stored: string | null | undefined): Promise<boolean> {
    const [salt = '', hash = ''] = (stored ?? `${emptyHash}:${emptyHash}`).split(':')
    const given = await this.#derive(password, Buffer.from(salt, 'base64'))
    const expected = Buffer.from(hash, 'base64')
    return expected.length === given.length && timingSafeEqual(expected, given) && stored != null
  }

  #derive(password: string, salt: Buffer): Promise<Buffer> {
    const derived = this.#last.then(() => scryptAsync(password, salt, bytes))
    this.#last = derived.catch(() => {})
    return derived
  }
}

const emptyHash = Buffer.alloc(bytes).toString('base64')
