import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Why no disk can be mounted here; undefined if one can. */
export const whyNoDisk = findWhyNoDisk()

/** Mounts an empty disk of some megabytes until the test ends. */
export function mountSmallDisk(megabytes: number) {
  const path = mkdtempSync(join(tmpdir(), 'rivulet-disk-'))
  mount(['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', path])
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', path])
    rmSync(path, { recursive: true })
  })
  const filler = join(path, 'filler')
  return {
    path,
    /** Takes all the room that is left, to the last byte. */
    fill() {
      const file = openSync(filler, 'a')
      for (let piece = Buffer.alloc(1024 * 1024); piece.length > 0;) {
        try {
          writeSync(file, piece)
        } catch {
          piece = piece.subarray(piece.length / 2 + 1)
        }
      }
      closeSync(file)
    },
    free: () => rmSync(filler),
    mountReadOnly: () => mount(['-o', 'remount,ro', path]),
  }
}

function mount(args: string[]): void {
  execFileSync('mount', args, { stdio: 'pipe' })
}

function findWhyNoDisk(): string | undefined {
  const path = mkdtempSync(join(tmpdir(), 'rivulet-disk-'))
  try {
    mount(['-t', 'tmpfs', 'tmpfs', path])
    execFileSync('umount', [path])
    return undefined
  } catch (error) {
    return `this user cannot mount a disk (${error instanceof Error ? error.message.split('\n')[0] : ''})`
  } finally {
    rmSync(path, { recursive: true, force: true })
  }
}
