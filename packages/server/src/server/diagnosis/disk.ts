import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type Check, failed, ok, reasonOf, skipped, warning } from './check.ts'

const gibibyte = 1024 ** 3
/** The write-ahead log, and files that people upload, need this much. */
const enough = gibibyte
const tooLittle = gibibyte / 10
/** A reply is acknowledged when it is on the disk: people feel it if that takes longer. */
const slowSyncMs = 20
const syncs = 15

/** Whether the data directory can be used, and is closed to others. */
export function checkDataDirectory(data: string): Check {
  const name = 'data'
  if (data === ':memory:') return skipped(name, 'in memory, gone at exit')
  const directory = resolve(data)
  const place = nearestExisting(directory)
  try {
    accessSync(place, constants.W_OK | constants.X_OK)
  } catch (error) {
    return failed(name, `${place} cannot be written to: ${reasonOf(error)}`, 'Name another directory with --data.')
  }
  if (place !== directory) return ok(name, `${directory} does not exist yet, and can be made`)
  const stats = statSync(directory)
  if (!stats.isDirectory()) return failed(name, `${directory} is a file`, 'Name a directory with --data.')
  const isOpen = process.platform !== 'win32' && (stats.mode & 0o077) !== 0
  if (isOpen) return warning(name, `${directory} can be read by other users`, `chmod 700 ${directory}`)
  return ok(name, directory)
}

/** Whether there is room where the data lies, or would lie. */
export function checkSpace(data: string): Check {
  const name = 'space'
  const place = placeOf(data)
  const { bavail, bsize } = statfsSync(place)
  const free = bavail * bsize
  const found = `${(free / gibibyte).toFixed(1)} GiB free at ${place}`
  const todo = 'Make room, or name a directory on another disk with --data.'
  if (free < tooLittle) return failed(name, found, todo)
  return free < enough ? warning(name, found, todo) : ok(name, found)
}

/** How long the disk takes to say that something is safe. */
export function checkSync(data: string): Check {
  const name = 'sync'
  if (data === ':memory:') return skipped(name, 'nothing is kept')
  const place = placeOf(data)
  try {
    const ms = medianSyncMs(place)
    const found = `${ms < 0.1 ? 'less than 0.1' : ms.toFixed(1)} ms at ${place}`
    if (ms < slowSyncMs) return ok(name, found)
    const todo = 'Each acknowledged write waits as long. Use a local disk, best an SSD, and no network share.'
    return warning(name, found, todo)
  } catch (error) {
    return failed(name, `a file at ${place} cannot be synced: ${reasonOf(error)}`, 'Use another disk with --data.')
  }
}

function medianSyncMs(place: string): number {
  const directory = mkdtempSync(join(place, 'rivulet-doctor-'))
  const page = Buffer.alloc(4096, 1)
  try {
    const file = openSync(join(directory, 'sync'), 'w', 0o600)
    const times = Array.from({ length: syncs }, () => {
      const began = performance.now()
      writeSync(file, page)
      fsyncSync(file)
      return performance.now() - began
    })
    closeSync(file)
    return times.toSorted((a, b) => a - b)[syncs >> 1] ?? 0
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function placeOf(data: string): string {
  return data === ':memory:' ? tmpdir() : nearestExisting(resolve(data))
}

function nearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path))
}
