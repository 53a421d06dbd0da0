import { lchownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * [KEY-8] As root, gives what a command has made to the owner of another file or directory. The server runs as that user, and
 * would be locked out of what is root's.
 */
export function giveToOwnerOf(other: string, path: string): void {
  if (process.geteuid?.() !== 0) return
  try {
    const { uid, gid } = statSync(other)
    give(path, uid, gid)
  } catch {
    // A root that may not do this, as in some containers, keeps it.
  }
}

function give(path: string, uid: number, gid: number): void {
  lchownSync(path, uid, gid)
  if (!lstatSync(path).isDirectory()) return
  for (const name of readdirSync(path)) give(join(path, name), uid, gid)
}

/** Whom a file or a directory belongs to, in words. Undefined if this user cannot see it. */
export function describeOwner(path: string): string | undefined {
  try {
    const { uid } = statSync(path)
    return uid === 0 ? 'root' : `the user ${nameOf(uid) ?? uid}`
  } catch {
    return undefined
  }
}

/** Whether a file is there. Throws words for the operator if this user may not look into its directory. */
export function isThere(path: string): boolean {
  try {
    statSync(path)
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EACCES')) return false
    const directory = dirname(path)
    throw new Error(
      `This user may not look into the directory ${directory}, which belongs to ${describeOwner(directory) ?? 'another user'}. Run the command as that user, or name another directory with --data.`,
      { cause: error },
    )
  }
}

function nameOf(uid: number): string | undefined {
  try {
    return new RegExp(`^([^:\n]+):[^:\n]*:${uid}:`, 'm').exec(readFileSync('/etc/passwd', 'utf8'))?.[1]
  } catch {
    return undefined
  }
}
