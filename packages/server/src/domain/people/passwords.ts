import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const scryptOf = promisify<string, Buffer, number, Buffer>(scrypt)
const bytes = 32

let before: Promise<unknown> = Promise.resolve()

/** One at a time: each holds a thread of the pool for tens of milliseconds, and the disk is synced in that pool. */
function derive(password: string, salt: Buffer, length: number): Promise<Buffer> {
  const turn = before.then(() => scryptOf(password, salt, length))
  before = turn.catch(() => {})
  return turn
}

/** A password as it is kept: `salt:hash`, in base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, bytes)
  return `${salt.toString('base64')}:${hash.toString('base64')}`
}

/** Takes as long for somebody who has no password as for a wrong one. */
export async function passwordFits(password: string, kept: string | null | undefined): Promise<boolean> {
  const [salt = '', hash = ''] = (kept ?? `${nobodys}:${nobodys}`).split(':')
  const given = await derive(password, Buffer.from(salt, 'base64'), bytes)
  const expected = Buffer.from(hash, 'base64')
  return expected.length === given.length && timingSafeEqual(expected, given) && kept != null
}

const nobodys = Buffer.alloc(bytes).toString('base64')
