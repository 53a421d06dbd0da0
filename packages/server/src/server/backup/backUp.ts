import { readdirSync } from 'node:fs'
import { mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '#config'
import { isThere } from '#store/fileOwner'
import { type Manifest, manifestName, sync } from './manifest.ts'
import { copyPostgres } from './postgres.ts'
import { copySqlite } from './sqlite.ts'

/** Why a directory cannot be made or read, in words. */
const reasons: Record<string, string> = {
  ENOTDIR: 'a part of this path is a file',
  EEXIST: 'it is a file',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'the name is too long',
}

/** [KEY-6] Makes a backup in a new directory, with a running server or without. What fails leaves no directory behind. */
export async function backUp(
  config: Pick<Config, 'data' | 'store' | 'files'>,
  to: string,
  version: string,
): Promise<Manifest> {
  const target = resolve(to)
  const begun = new Date().toISOString()
  const { store, data } = config
  if (store === undefined && !isThere(join(resolve(data), 'rivulet.db')))
    throw new Error(`The directory ${resolve(data)} holds no data of a server. Name another one with --data.`)
  await makeTarget(target)
  try {
    const copied = store === undefined ? await copySqlite(resolve(data), target) : await copyPostgres(store, target)
    const database = store === undefined ? 'sqlite' : 'postgresql'
    const manifest: Manifest = { format: 1, version, made_at: begun, database, ...copied }
    // A database that no server of this version was started on does not know its bucket.
    if (config.files !== undefined) manifest.bucket ??= config.files
    // What is not in the data directory is in the bucket.
    if (manifest.bucket !== undefined) manifest.deleted_meanwhile = []
    const unfinished = join(target, `${manifestName}.new`)
    await writeFile(unfinished, `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600, flush: true })
    await rename(unfinished, join(target, manifestName))
    await sync(target)
    await sync(dirname(target))
    return manifest
  } catch (error) {
    for (const name of readdirSync(target)) await rm(join(target, name), { recursive: true, force: true })
    // A directory that a disk is mounted on stays.
    await rmdir(target).catch(() => {})
    throw error
  }
}

async function makeTarget(target: string): Promise<void> {
  try {
    await mkdir(target, { recursive: true, mode: 0o700 })
    if (readdirSync(target).length === 0) return
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new Error(`The directory ${target} cannot be made: ${reasons[code] ?? code}. Name another one.`, {
      cause: error,
    })
  }
  throw new Error(`${target} is not empty. Name a directory that does not exist yet.`)
}
