import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { giveToOwnerOf } from '#store/fileOwner'
import { toReason } from './diskRefusal.ts'

/**
 * Locks a data directory for this process until it ends, however it ends: the lock is that of the operating system on an
 * empty file. Throws with the holder if another process has it. Keep the returned object: without a reference to it the
 * lock is collected as garbage, and the directory is free.
 */
export function lockDataDirectory(directory: string): { release: () => void } {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const holder = join(directory, 'holder.json')
  const lock = new DatabaseSync(join(directory, 'lock.db'))
  try {
    // Without a journal on the disk, locking takes no room.
    lock.exec('pragma journal_mode = memory; pragma busy_timeout = 0; begin exclusive')
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw new Error(`The data directory ${directory} cannot be locked: ${String(error)}`)
    throw new Error(
      `The data directory ${directory} is in use by ${describeHolder(directory)}. Stop that first, or choose another with --data.`,
    )
  }
  try {
    writeFileSync(holder, JSON.stringify({ pid: process.pid, since: new Date().toISOString() }), { mode: 0o600 })
    giveToOwnerOf(directory, holder)
  } catch (error) {
    // Without room the next process cannot name this one. It is kept out all the same.
    if (toReason(error) !== 'full') throw error
  }
  return {
    release() {
      if (lock.isOpen) lock.close()
    },
  }
}

/** Who holds a data directory. */
export interface Holder {
  pid: number
  since: string
  /** Where it serves, once it does, and whether in development. */
  url?: string
  dev?: boolean
}

/** Says where the process that holds the directory serves, for commands on this machine. */
export function announceHolder(directory: string, at: Required<Pick<Holder, 'url' | 'dev'>>): void {
  const path = join(directory, 'holder.json')
  const holder = findHolder(directory)
  try {
    if (holder) writeFileSync(path, JSON.stringify({ ...holder, ...at }), { mode: 0o600 })
  } catch (error) {
    // Without room, commands have to be told where it is.
    if (toReason(error) !== 'full') throw error
  }
}

/** Who holds a data directory, or held it last. */
export function findHolder(directory: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(join(directory, 'holder.json'), 'utf8'))
  } catch {
    return undefined
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (error.errcode === 5 || error.errcode === 6)
}

function describeHolder(directory: string): string {
  const holder = findHolder(directory)
  return holder ? `the process ${holder.pid} (since ${holder.since})` : 'another process'
}
