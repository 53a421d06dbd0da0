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

/** A secret of 256 random bits, safe in a header, a cookie or a URL. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** A key for the bytes of one upload. It is a file name too, so it has only letters and digits. */
export function newBlobKey(): string {
  return randomBytes(20).toString('hex')
}

/** Twelve random digits, as in client ids. */
export function newNumber(): string {
  return String(randomInt(100_000_000_000, 1_000_000_000_000 - 1))
}

/** Hashes a token for storage. It has enough random bits that a plain hash cannot be reversed. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}

function pick(letters: string, count: number): string {
  let text = ''
  for (let i = 0; i < count; i++) text += letters[randomInt(letters.length)]
  return text
}

/** Names the calls of one server in its log and journal. No other server gives the same names. */
export class RequestIds {
  readonly #prefix = randomBytes(6).toString('base64url')
  #last = 0

  next(): string {
    this.#last += 1
    return `${this.#prefix}-${this.#last.toString(36)}`
  }
}
