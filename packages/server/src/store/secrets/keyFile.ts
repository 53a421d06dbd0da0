import {
  chmodSync,
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { describeOwner, giveToOwnerOf } from '#store/fileOwner'
import { Key, type KeySource, newKey } from './secrets.ts'

const heading = `# The keys to the secrets in the database of a Rivulet server, one a line. The first is in use, the others open
# what was sealed before, and older backups. Keep this file secret, and a copy of it apart from the backups.
`

const ifLost = 'If it is lost for ever, remove the file, and then: rivulet key rotate --lost'

/** [KEY-3] Keys in a file of their own, for its owner alone. */
export class KeyFile implements KeySource {
  readonly path: string
  readonly place: string

  constructor(path: string) {
    this.path = resolve(path)
    this.place = `the key file ${this.path}`
  }

  read(): readonly Key[] | undefined {
    let text: string
    try {
      text = readFileSync(this.path, 'utf8')
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined
      const owner = codeOf(error) === 'EACCES' ? describeOwner(this.path) : undefined
      const belongs = owner === undefined ? '' : `. It belongs to ${owner}.`
      throw new Error(`The key file ${this.path} cannot be read: ${codeOf(error)}${belongs}`, { cause: error })
    }
    closeToOthers(this.path)
    const keys = text.split('\n').flatMap((line, i) => (/^\s*(#|$)/.test(line) ? [] : [this.#toKey(line, i + 1)]))
    if (keys.length === 0)
      throw new Error(`The key file ${this.path} holds no key. Put back the one that it held. ${ifLost}`)
    return keys
  }

  add(): readonly Key[] {
    const keys = [newKey(), ...(this.read() ?? [])]
    const text = heading + keys.map(({ bytes }) => `${bytes.toString('base64url')}\n`).join('')
    try {
      // A link stays, and its target is replaced. A crash leaves the old file or the new one, each whole.
      const target = targetOf(this.path)
      const beside = `${target}.new`
      rmSync(beside, { force: true })
      const file = openSync(beside, 'wx', 0o600)
      try {
        giveToOwnerOf(existsSync(target) ? target : dirname(target), beside)
        fchmodSync(file, modeFor(target))
        writeSync(file, text)
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
      renameSync(beside, target)
      syncDirectory(dirname(target))
    } catch (error) {
      throw new Error(
        `The key file ${this.path} cannot be written: ${codeOf(error)}. Name a file that this user can write with --key.`,
        { cause: error },
      )
    }
    return keys
  }

  #toKey(line: string, number: number): Key {
    if (!/^\s*[\w-]{43}\s*$/.test(line))
      throw new Error(
        `The key file ${this.path} is damaged: line ${number} is no key. Put back the file as it was. ${ifLost}`,
      )
    return new Key(Buffer.from(line.trim(), 'base64url'))
  }
}

/** A file that another user owns, such as one that a container brings, stays as it is. */
function closeToOthers(path: string): void {
  try {
    if (!isShared(path)) chmodSync(path, 0o600)
  } catch {
    // It can be read, which is all that is needed.
  }
}

/** [KEY-8] Whether root looks at a file that somebody else owns, or reads as a member of its group: the server's user, probably. */
function isShared(path: string): boolean {
  if (process.geteuid?.() !== 0) return false
  const { uid, gid } = statSync(path)
  return uid !== 0 || gid !== 0
}

/** The mode of the file that takes the place of this one. */
function modeFor(path: string): number {
  return existsSync(path) && isShared(path) ? statSync(path).mode & 0o777 : 0o600
}

/** The file that a path stands for, which may be a link to a file that is not there yet. */
function targetOf(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found?.isSymbolicLink()) return path
  try {
    return realpathSync(path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    return resolve(dirname(path), readlinkSync(path))
  }
}

function syncDirectory(path: string): void {
  const directory = openSync(path, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
