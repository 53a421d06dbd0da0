import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'

/** A secret as the database stores it: sealed with a key that is not in the database. */
export interface Sealed {
  readonly isSealed: unique symbol
  toString(): string
}

const keyBytes = 32
const nonceBytes = 12
/** The first part of every sealed text: how it is sealed. */
const format = '1'

/** A key of 256 bits. Its id is derived from it and reveals nothing of it. */
export class Key {
  readonly bytes: Buffer
  readonly id: string

  constructor(bytes: Buffer) {
    if (bytes.length !== keyBytes) throw new Error(`a key has ${keyBytes} bytes`)
    this.bytes = bytes
    this.id = hash('sha256', bytes).slice(0, 8)
  }
}

export function newKey(): Key {
  return new Key(randomBytes(keyBytes))
}

/** Where the keys are kept. The first of them is in use; the others open what was sealed before. */
export interface KeySource {
  /** In words, for whoever looks for a key. */
  readonly place: string
  /** Undefined if there is none yet. */
  read(): readonly Key[] | undefined
  /** Puts a new key before the others, and returns all of them. */
  add(): readonly Key[]
}

/** Keys that are gone with the process, for a database that is gone with it too. */
export class MemoryKeys implements KeySource {
  readonly place = 'memory'
  #keys: readonly Key[] | undefined

  read(): readonly Key[] | undefined {
    return this.#keys
  }

  add(): readonly Key[] {
    return (this.#keys = [newKey(), ...(this.#keys ?? [])])
  }
}

/**
 * [KEY-2] Seals secrets that the server has to read again (AES-256-GCM), and opens them. `about` says which secret it is. It is
 * sealed with it, so that a sealed text opens only in its own place.
 */
export class Secrets {
  readonly #source: KeySource
  #keys: readonly Key[]

  constructor(source: KeySource, keys: readonly Key[]) {
    this.#source = source
    this.#keys = keys
  }

  seal(about: string, secret: string): Sealed {
    const [key] = this.#keys
    if (!key) throw new Error(`There is no key in ${this.#source.place}.`)
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(Buffer.from(about))
    const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return asSealed(`${format}.${key.id}.${sealed.toString('base64url')}`)
  }

  open(about: string, sealed: Sealed): string {
    const [, id = '', content = ''] = String(sealed).split('.')
    const bytes = Buffer.from(content, 'base64url')
    const nonce = bytes.subarray(0, nonceBytes)
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#keyOf(id).bytes, nonce, { authTagLength: 16 })
      decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -16)), decipher.final()]).toString('utf8')
    } catch (error) {
      if (error instanceof MissingKey) throw error
      throw new Error(`The secret "${about}" in the database was changed or damaged; it cannot be opened.`, {
        cause: error,
      })
    }
  }

  /** Adds a key, which seals from now on. */
  addKey(): void {
    this.#keys = this.#source.add()
  }

  /** Another process may have added a key since the keys were read. */
  #keyOf(id: string): Key {
    const has = (key: Key) => key.id === id
    const known = this.#keys.find(has)
    if (known) return known
    this.#keys = this.#source.read() ?? this.#keys
    const added = this.#keys.find(has)
    if (added) return added
    throw new MissingKey(
      `The secrets in the database are sealed with the key ${id}, and ${this.#source.place} holds only ${this.#keys.map((key) => key.id).join(', ')}.`,
    )
  }
}

export class MissingKey extends Error {}

/** What stands in a row until its secret is sealed, within one transaction. */
export const unsealed = asSealed('')

function asSealed(text: string): Sealed {
  // The cast: `Sealed` is text at run time, and no text to the compiler, so that nobody takes a sealed text for a secret.
  return text as unknown as Sealed
}
