import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { undefinedIfMissing } from '#store/undefinedIfMissing'
import type { Blobs } from './blobs.ts'

/** Blobs as files in one folder, which is created on first use. Without a path it is a temporary one, deleted on close. */
export class BlobsInFolder implements Blobs {
  readonly #path: string | undefined
  #folder: Promise<string> | undefined

  constructor(folder: string | undefined) {
    this.#path = folder
  }

  async save(key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const folder = await this.#open()
    const path = join(folder, key)
    const file = await open(path, 'wx', 0o600)
    try {
      for await (const piece of content) await file.writeFile(piece)
      await file.sync()
      await file.close()
      await syncFolder(folder)
    } catch (error) {
      await file.close().catch(() => {})
      await rm(path, { force: true })
      throw error
    }
  }

  async read(key: string): Promise<Readable | undefined> {
    const file = await open(join(await this.#open(), key)).catch(undefinedIfMissing)
    return file && createReadStream('', { fd: file })
  }

  async delete(key: string): Promise<void> {
    await rm(join(await this.#open(), key), { force: true })
  }

  async listOlderThan(time: number): Promise<string[]> {
    const folder = await this.#open()
    const old: string[] = []
    for (const key of await readdir(folder)) {
      const stats = await stat(join(folder, key)).catch(undefinedIfMissing)
      if (stats && stats.mtimeMs < time) old.push(key)
    }
    return old
  }

  async readDisk(): Promise<{ free: number; size: number }> {
    const { bsize, bavail, blocks } = await statfs(await this.#open())
    return { free: bavail * bsize, size: blocks * bsize }
  }

  async close(): Promise<void> {
    if (this.#path === undefined && this.#folder) await rm(await this.#folder, { recursive: true, force: true })
  }

  #open(): Promise<string> {
    return (this.#folder ??= createFolder(this.#path))
  }
}

async function createFolder(folder: string | undefined): Promise<string> {
  if (folder === undefined) return mkdtemp(join(tmpdir(), 'rivulet-files-'))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await syncFolder(join(folder, '..'))
  return folder
}

/** The name of a new file is on stable storage only once its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
