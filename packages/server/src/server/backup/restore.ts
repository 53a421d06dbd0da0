import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Config } from '#config'
import { giveToOwnerOf } from '#store/fileOwner'
import { lockDataDirectory } from '#store/sqlite/dataDirectoryLock'
import { prepareDataDirectory } from '#server/dataDirectory'
import { beginHistory } from './history.ts'
import { checkPart, copy, type Manifest, readManifest, sync } from './manifest.ts'
import { restorePostgres } from './postgres.ts'
import { checkCopy } from './sqlite.ts'
import { coming, swapping } from './unfinished.ts'

interface Restored {
  manifest: Manifest
  /** Where the data lies that was there before. */
  movedTo?: string | undefined
}

/** What a restore replaces. All else in the directory stays: the key above all. */
const replaced = ['files', 'rivulet.db', 'rivulet.db-wal', 'rivulet.db-shm']

/**
 * [KEY-7] Restores a backup, after every part of it was checked. Data that is there is refused; with `replace`, that
 * of a data directory is moved aside.
 */
export async function restore(
  config: Pick<Config, 'data' | 'store'>,
  from: string,
  { replace }: { replace: boolean },
): Promise<Restored> {
  const backup = resolve(from)
  const manifest = readManifest(backup)
  const { store } = config
  if (manifest.database !== (store === undefined ? 'sqlite' : 'postgresql'))
    throw new Error(
      store === undefined
        ? `The backup ${backup} is of a PostgreSQL database. Name an empty one with --store.`
        : `The backup ${backup} is of a data directory. Name one with --data, and leave out --store.`,
    )
  for (const part of manifest.parts) await checkPart(backup, part)
  if (store !== undefined) {
    await restorePostgres(store, backup, manifest, replace)
    return { manifest }
  }
  checkCopy(join(backup, 'rivulet.db'))
  const directory = resolve(config.data)
  if (existsSync(directory)) refuseData(directory, replace)
  prepareDataDirectory(directory)
  const { release } = lockDataDirectory(directory)
  try {
    return { manifest, movedTo: await restoreInto(directory, backup, manifest) }
  } finally {
    release()
  }
}

function refuseData(directory: string, replace: boolean): void {
  if (replace || !replaced.some((name) => holdsData(join(directory, name)))) return
  throw new Error(
    `The data directory ${directory} holds data; nothing was changed. Name an empty one with --data, or say --replace: what is there is then moved aside.`,
  )
}

/**
 * Copies everything beside the data first, so that it takes its place in a moment, the database last. In that moment the
 * copy has another name, by which a start knows that it must not begin a new database.
 */
async function restoreInto(directory: string, backup: string, manifest: Manifest): Promise<string | undefined> {
  const [copied, ready] = [join(directory, coming), join(directory, swapping)]
  for (const left of [copied, ready]) await rm(left, { recursive: true, force: true })
  try {
    await copyParts(backup, manifest, copied)
    giveToOwnerOf(directory, copied)
  } catch (error) {
    await rm(copied, { recursive: true, force: true })
    throw error
  }
  await rename(copied, ready)
  await sync(directory)
  const there = replaced.filter((name) => existsSync(join(directory, name)))
  const movedTo = await moveAside(directory).catch(async (error: unknown) => {
    if (!there.every((name) => existsSync(join(directory, name)))) throw error
    await rm(ready, { recursive: true })
    throw new Error(
      `The data in ${directory} cannot be moved aside: ${String(error)}. Nothing was changed. If a disk is mounted there on \`files\`, restore into another directory and exchange the two.`,
      { cause: error },
    )
  })
  for (const name of ['files', 'rivulet.db']) await rename(join(ready, name), join(directory, name))
  await sync(directory)
  await rm(ready, { recursive: true })
  return movedTo
}

async function copyParts(backup: string, { parts }: Manifest, to: string): Promise<void> {
  await mkdir(join(to, 'files'), { recursive: true, mode: 0o700 })
  for (const { path, sha256 } of parts) {
    const copied = await copy(join(backup, path), join(to, path))
    if (copied.sha256 !== sha256) throw new Error(`The backup ${backup} changed while it was read: ${path}`)
  }
  const database = new DatabaseSync(join(to, 'rivulet.db'))
  database.exec(beginHistory())
  database.close()
  for (const path of ['rivulet.db', 'files', '.']) await sync(join(to, path))
}

async function moveAside(directory: string): Promise<string | undefined> {
  const there = replaced.filter((name) => existsSync(join(directory, name)))
  const held = there.filter((name) => holdsData(join(directory, name)))
  const aside = join(directory, `replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`)
  if (held.length > 0) await mkdir(aside, { mode: 0o700 })
  if (held.length > 0) giveToOwnerOf(directory, aside)
  for (const name of there)
    await (held.length > 0
      ? rename(join(directory, name), join(aside, name))
      : rm(join(directory, name), { recursive: true }))
  return held.length > 0 ? aside : undefined
}

function holdsData(path: string): boolean {
  if (!existsSync(path)) return false
  return statSync(path).isDirectory() ? readdirSync(path).length > 0 : statSync(path).size > 0
}
