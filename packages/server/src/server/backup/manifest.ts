import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { released } from '#store/migrate'

/** The name of the file that makes a directory a backup. It is written last, so an unfinished backup has none. */
export const manifestName = 'manifest.json'

/** [KEY-6] What a backup holds. */
export interface Manifest {
  format: 1
  /** The version of Rivulet that made it. */
  version: string
  /** When it began: everything acknowledged before is in it. */
  made_at: string
  database: 'sqlite' | 'postgresql'
  /** The schema of PostgreSQL. */
  schema?: string
  migrations: string[]
  /** The ids of the keys that its secrets are sealed with. */
  keys: string[]
  /** How many rows the tables have that people know about. */
  rows: Record<string, number>
  parts: Part[]
  /** The address of the bucket in which the database has files. They are not in the backup. */
  bucket?: string
  /** Files that were deleted while the backup was made: the database in it still names them. */
  deleted_meanwhile: string[]
}

/** A file of a backup. */
export interface Part {
  path: string
  bytes: number
  sha256: string
}

/** The tables whose rows a manifest counts. */
export const countedTables = ['teams', 'users', 'channels', 'messages', 'apps', 'files'] as const

const partPath = /^(rivulet\.db|database\.pgdump|files\/[\w-]+)$/

/** Reads and checks the manifest of a backup. */
export function readManifest(directory: string): Manifest {
  const manifest = parse(directory)
  if (!isWhole(manifest)) throw new Error(`The backup ${directory} is damaged: ${manifestName} is not one of a backup.`)
  if (manifest.format !== 1)
    throw new Error(
      `The backup ${directory} has the format ${manifest.format}, which this version does not know. Restore it with the version that made it.`,
    )
  const unknown = manifest.migrations.find((name) => !Object.hasOwn(released, name))
  if (unknown !== undefined)
    throw new Error(
      `The backup ${directory} was made by a newer version of Rivulet, ${manifest.version} (it has ${unknown}). Restore it with that version.`,
    )
  const strange = manifest.parts.find(({ path }) => !partPath.test(path))
  if (strange)
    throw new Error(`The backup ${directory} names a part that no backup has: ${JSON.stringify(strange.path)}`)
  return manifest
}

function parse(directory: string): Manifest {
  let text: string
  try {
    text = readFileSync(join(directory, manifestName), 'utf8')
  } catch {
    throw new Error(`${directory} is no backup, or one that was not finished: it has no ${manifestName}.`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`The backup ${directory} is damaged: ${manifestName} is no JSON.`)
  }
}

/** Whether there is what a restore relies on. Everything else of a later format may be new. */
function isWhole(manifest: Partial<Manifest> | null): manifest is Manifest {
  if (manifest?.format !== 1) return typeof manifest?.format === 'number'
  const { migrations, keys, rows, parts, database } = manifest
  const copy = database === 'sqlite' ? 'rivulet.db' : 'database.pgdump'
  return [migrations, keys, parts].every(Array.isArray) && !!rows && parts?.some(({ path }) => path === copy) === true
}

/** Throws unless a part is as it was when the backup was made. */
export async function checkPart(directory: string, { path, bytes, sha256 }: Part): Promise<void> {
  const found = await measure(join(directory, path)).catch(() => undefined)
  if (!found) throw new Error(`The backup ${directory} is damaged: ${path} is missing or cannot be read.`)
  if (found.bytes !== bytes || found.sha256 !== sha256)
    throw new Error(`The backup ${directory} is damaged: ${path} is not as it was written.`)
}

/** The size and the checksum of a file. */
export async function measure(path: string): Promise<Omit<Part, 'path'>> {
  const digest = createHash('sha256')
  let bytes = 0
  for await (const piece of createReadStream(path)) {
    digest.update(piece)
    bytes += piece.length
  }
  return { bytes, sha256: digest.digest('hex') }
}

/** Copies a file, and resolves when the copy is on stable storage. */
export async function copy(from: string, to: string): Promise<Omit<Part, 'path'>> {
  const digest = createHash('sha256')
  let bytes = 0
  const input = await open(from)
  const output = await open(to, 'wx', 0o600)
  try {
    for await (const piece of input.createReadStream({ autoClose: false })) {
      digest.update(piece)
      bytes += piece.length
      await output.writeFile(piece)
    }
    await output.sync()
  } finally {
    await input.close()
    await output.close()
  }
  return { bytes, sha256: digest.digest('hex') }
}

/** Puts a directory, or a file that something else has written, on stable storage. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
