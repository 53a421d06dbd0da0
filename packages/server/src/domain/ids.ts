import { hash, randomBytes, randomInt } from 'node:crypto'

const upper = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'
const any = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** An id like `C07K2M9QX4R`. */
export function newId(prefix: string): string {
  return prefix + pick(upper, 10)
}

export function newBlockId(): string {
  return pick(any, 5)
}

/** A secret of 256 random bits that can stand in a header, a cookie or an address. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Names the bytes of one upload, on disk too: letters and digits alone. */
export function newBlobKey(): string {
  return randomBytes(20).toString('hex')
}

/** Twelve digits, as client ids have them. */
export function newNumber(): string {
  return String(randomInt(100_000_000_000, 1_000_000_000_000 - 1))
}

/** What is kept of a token: it has enough random bits that a plain hash cannot be turned back. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}

function pick(letters: string, count: number): string {
  let text = ''
  for (let i = 0; i < count; i++) text += letters[randomInt(letters.length)]
  return text
}

const run = randomBytes(6).toString('base64url')
let requests = 0

/** Names one call in this process's log and journal, and no call of another process. */
export function newRequestId(): string {
  requests += 1
  return `${run}-${requests.toString(36)}`
}
