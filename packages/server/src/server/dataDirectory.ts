import { chmodSync, closeSync, existsSync, lstatSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describeOwner, giveToOwnerOf } from '#store/fileOwner'

/** The names that tell a data directory from any other directory. */
const ownNames: ReadonlySet<string> = new Set(['rivulet.db', 'holder.json', 'lock.db', 'key'])
/** What the root of a disk of its own may hold. */
const harmless = 'lost+found'

/**
 * [KEY-1] Makes the data directory, for its owner alone. What an earlier version or a careless copy left open to others is
 * closed to them. A directory that holds other things is not Rivulet's to close, so an open one is refused.
 */
export function prepareDataDirectory(directory: string): void {
  try {
    const made = mkdirSync(directory, { recursive: true, mode: 0o700 })
    if (made !== undefined) giveToOwnerOf(dirname(made), made)
    closeToOthers(directory)
    // SQLite gives its other files the mode and the owner of the database.
    for (const name of ['rivulet.db', 'lock.db']) provideFile(directory, join(directory, name))
    const holder = join(directory, 'holder.json')
    if (existsSync(holder)) closeSync(openSync(holder, 'r+'))
  } catch (error) {
    throw explained(directory, error)
  }
}

function provideFile(directory: string, path: string): void {
  const isNew = !existsSync(path)
  closeSync(openSync(path, 'a', 0o600))
  if (isNew) giveToOwnerOf(directory, path)
}

function closeToOthers(directory: string): void {
  // On Windows a mode says nothing about who may read.
  if (process.platform === 'win32' || !isOpen(directory)) return closeEntries(directory)
  const names = readdirSync(directory).filter((name) => name !== harmless)
  if (names.length > 0 && !names.some((name) => ownNames.has(name)))
    throw new Error(
      `The directory ${directory} holds other things, and other users of this machine can read it (mode ${modeOf(directory)}). Name a directory for Rivulet alone with --data, or close this one: chmod 700 ${directory}`,
    )
  chmodSync(directory, 0o700)
  closeEntries(directory)
}

function closeEntries(directory: string): void {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name)
    const stats = lstatSync(path)
    if (stats.isSymbolicLink() || (stats.mode & 0o077) === 0) continue
    chmodSync(path, stats.isDirectory() ? 0o700 : 0o600)
    // What lies in a closed directory is out of reach, so there may be thousands of files that need not be looked at.
    if (stats.isDirectory()) closeEntries(path)
  }
}

function isOpen(path: string): boolean {
  return (statSync(path).mode & 0o077) !== 0
}

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8).padStart(4, '0')
}

function explained(directory: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = reasons[code]
  if (reason === undefined) return error
  const where = `The data directory ${directory} cannot be used`
  const path = error instanceof Error && 'path' in error ? String(error.path) : directory
  if (denied.has(code) && isStrangeIn(directory, path))
    return new Error(
      `${where}: ${path} belongs to ${describeOwner(path)}. As root, give all of it to this user: chown -R ${process.geteuid?.()} ${directory}`,
      { cause: error },
    )
  const owner = denied.has(code) ? describeOwner(directory) : undefined
  const belongs = owner === undefined ? '' : ` (it belongs to ${owner})`
  return new Error(`${where}: ${reason}${belongs}. Name another one with --data.`, { cause: error })
}

/** [KEY-8] Whether somebody else owns a file in a directory of this user. A command that ran as root may have left it. */
function isStrangeIn(directory: string, path: string): boolean {
  const user = process.geteuid?.()
  const owners = [directory, path].map((one) => statSync(one, { throwIfNoEntry: false })?.uid)
  return owners[0] === user && owners[1] !== undefined && owners[1] !== user
}

const denied: ReadonlySet<string> = new Set(['EACCES', 'EPERM'])
const reasons: Record<string, string> = {
  EROFS: 'it is on a file system that can only be read',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not close it to others',
  ENOTDIR: 'part of its path is a file',
  EEXIST: 'it is a file',
}
