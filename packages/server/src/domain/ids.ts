import { createHash, randomBytes, randomInt } from 'node:crypto'

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

/** What is kept of a token: it has enough random bits that a plain hash cannot be turned back. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function pick(letters: string, count: number): string {
  let text = ''
  for (let i = 0; i < count; i++) text += letters[randomInt(letters.length)]
  return text
}
