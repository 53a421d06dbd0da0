import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Blobs } from './blobs.ts'

/** Contents as files of one folder, which is made on first use. Without a folder: of one that is gone when it is closed. */
export class BlobsInFolder implements Blobs {
  readonly #given: string | undefined
  #folder: Promise<string> | undefined

  constructor(folder: string | undefined) {
    this.#given = folder
  }

  async keep(key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
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
    const file = await open(join(await this.#open(), key)).catch(unlessThere)
    return file && createReadStream('', { fd: file })
  }

  async drop(key: string): Promise<void> {
    await rm(join(await this.#open(), key), { force: true })
  }

  async olderThan(time: number): Promise<string[]> {
    const folder = await this.#open()
    const old: string[] = []
    for (const key of await readdir(folder)) {
      const begun = await stat(join(folder, key)).catch(unlessThere)
      if (begun && begun.mtimeMs < time) old.push(key)
    }
    return old
  }

  async close(): Promise<void> {
    if (this.#given === undefined && this.#folder) await rm(await this.#folder, { recursive: true, force: true })
  }

  #open(): Promise<string> {
    return (this.#folder ??= make(this.#given))
  }
}

async function make(folder: string | undefined): Promise<string> {
  if (folder === undefined) return mkdtemp(join(tmpdir(), 'rivulet-files-'))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await syncFolder(join(folder, '..'))
  return folder
}

/** A new name is on stable storage only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function unlessThere(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
