import { rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { DiskRefusal, StoreFailure } from '#store/db'

/** Result codes of SQLite. The lowest byte of a code is its kind. */
const full = 13
const kinds = { readOnly: 8, ioError: 10, cantOpen: 14 }
/** After a failed sync, what was written before is in doubt. Room does not bring it back. */
const failedSyncs: ReadonlySet<number> = new Set([1034, 1290])

/** Codes of the operating system, as Node has them in `errno`. It has no name for the second. */
const noRoom: ReadonlySet<unknown> = new Set([-constants.errno.ENOSPC, -constants.errno.EDQUOT])
const probeBytes = 65_536

/**
 * Whether an error only says that the disk takes no writes at present: it is full, a quota is used up, or it is mounted
 * read-only. Somebody can make room, and what was written before is safe. Undefined for every other error.
 */
export function toDiskRefusal(error: unknown, directory: string | undefined): DiskRefusal | undefined {
  if (!(error instanceof Error) || directory === undefined) return undefined
  if (error instanceof DiskRefusal) return error
  // Such a failure is final, whatever its cause.
  if (error instanceof StoreFailure) return undefined
  const code = codeOf(error)
  if (code === undefined) return toDiskRefusal(error.cause, directory)
  if (code === full) return new DiskRefusal('full', error)
  if (failedSyncs.has(code) || !Object.values(kinds).includes(code & 0xff)) return undefined
  // SQLite does not say why a write failed.
  const reason = probe(directory)
  return reason && new DiskRefusal(reason, error)
}

/** Whether the disk took data but did not put it on stable storage. */
export function isFailedSync(error: unknown): boolean {
  return failedSyncs.has(codeOf(error) ?? 0)
}

function codeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined
}

/** Writes a small file, to learn why the disk takes no writes. */
function probe(directory: string): DiskRefusal['reason'] | undefined {
  const path = join(directory, 'write-check')
  try {
    writeFileSync(path, Buffer.alloc(probeBytes), { mode: 0o600 })
    return undefined
  } catch (error) {
    return toReason(error)
  } finally {
    try {
      rmSync(path, { force: true })
    } catch {
      // A disk that is mounted read-only has no such file.
    }
  }
}

/** What an error of the operating system says about the disk. */
export function toReason(error: unknown): DiskRefusal['reason'] | undefined {
  const code: unknown = error instanceof Error && 'errno' in error ? error.errno : undefined
  if (noRoom.has(code)) return 'full'
  return code === -constants.errno.EROFS ? 'read-only' : undefined
}
