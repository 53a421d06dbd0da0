import type { Block, TextField } from '@rivulet/blocks/block'
import { elementsIn } from '@rivulet/blocks/elements'
import type { Held } from './interactions.ts'
import type { Caller } from '#domain/access/caller'
import type { FileRow } from '#domain/files/find'
import { filesToGive } from '#domain/files/give'
import { kindOf } from '#domain/files/kinds'
import type { Db } from '#store/db'
import { own } from './inputFields.ts'

/** Bytes of one file that a field of a modal takes. */
const largest = 10 * 1024 * 1024
/** Files that a field takes, where its app does not say. */
const usual = 10

/** A field for files, and what a person put there. */
export interface FilesOfField {
  blockId: string
  actionId: string
  files: readonly FileRow[]
  /** What is wrong with that. */
  fault: string | undefined
}

/** [ACT-16] The files that a person put into the fields of a modal of this app. */
export async function readFiles(
  db: Db,
  person: Caller,
  appId: string,
  { blocks, held }: { blocks: readonly Block[]; held: Held | undefined },
): Promise<FilesOfField[]> {
  const fields: FilesOfField[] = []
  for (const { block, blockId, actionId, element } of elementsIn(blocks)) {
    if (block.type !== 'input' || element.type !== 'file_input') continue
    const chosen = own(own(held, blockId), actionId)
    const ids = typeof chosen === 'object' && chosen !== null ? [...new Set(chosen)] : []
    const files = await filesToGive(db, person, appId, ids)
    const gone = files.length < ids.length ? 'A file is not there any more. Take it away, and add it again.' : undefined
    const fault = files.length === 0 && !gone && block.optional !== true ? 'Add a file.' : faultOf(element, files)
    fields.push({ blockId, actionId, files, fault: gone ?? fault })
  }
  return fields
}

function faultOf({ max_files: most = usual, filetypes = [] }: TextField, files: readonly FileRow[]) {
  if (files.length > most) return `At most ${most} ${most === 1 ? 'file' : 'files'}; these are ${files.length}.`
  const taken = filetypes.map(plainType)
  const other = taken.length > 0 && files.find(({ name }) => !taken.includes(plainType(kindOf(name).extension)))
  if (other) return `${other.name} is none of ${filetypes.join(', ')}.`
  const large = files.find(({ size }) => size > largest)
  return large && `${large.name} is larger than 10 MB.`
}

/** Extensions as they are compared: `.JPEG` is `jpg`. */
function plainType(given: string): string {
  const type = given.toLowerCase().replace(/^\./, '')
  return type === 'jpeg' ? 'jpg' : type
}
