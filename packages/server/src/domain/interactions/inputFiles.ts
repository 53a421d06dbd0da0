import type { Block, TextField } from '@rivulet/blocks/types'
import { findInteractiveElements } from '@rivulet/blocks/elements'
import type { StateValues } from './interactions.ts'
import type { Caller } from '#domain/access/caller'
import type { FileRow } from '#domain/files/find'
import { findGrantableFiles } from '#domain/files/grant'
import { endingOf } from '#domain/files/types'
import type { Db } from '#store/db'
import { ownValue } from './inputFields.ts'

/** Size limit of one file in a field of a modal. */
const maxFileBytes = 10 * 1024 * 1024
/** How many files a field takes, if its app sets no limit. */
const defaultMaxFiles = 10

/** A file input, and the files a person has added. */
export interface FileInput {
  blockId: string
  actionId: string
  files: readonly FileRow[]
  /** The text of an error, if the files are not acceptable. */
  error: string | undefined
}

/** [ACT-16] Reads the files that a person has added in the file inputs of a modal. */
export async function readFileInputs(
  db: Db,
  person: Caller,
  appId: string,
  { blocks, state }: { blocks: readonly Block[]; state: StateValues | undefined },
): Promise<FileInput[]> {
  const fields: FileInput[] = []
  for (const { block, blockId, actionId, element } of findInteractiveElements(blocks)) {
    if (block.type !== 'input' || element.type !== 'file_input') continue
    const chosen = ownValue(ownValue(state, blockId), actionId)
    const ids = typeof chosen === 'object' && chosen !== null ? [...new Set(chosen)] : []
    const files = await findGrantableFiles(db, person, appId, ids)
    const gone = files.length < ids.length ? 'A file no longer exists. Remove it, and add it again.' : undefined
    const error = files.length === 0 && !gone && block.optional !== true ? 'Add a file.' : fileErrorOf(element, files)
    fields.push({ blockId, actionId, files, error: gone ?? error })
  }
  return fields
}

function fileErrorOf({ max_files: maxFiles = defaultMaxFiles, filetypes = [] }: TextField, files: readonly FileRow[]) {
  if (files.length > maxFiles)
    return `At most ${maxFiles} ${maxFiles === 1 ? 'file' : 'files'}; these are ${files.length}.`
  const accepted = filetypes.map(plainType)
  const wrongType = accepted.length > 0 && files.find(({ name }) => !accepted.includes(plainType(endingOf(name))))
  if (wrongType) return `${wrongType.name} is not one of these types: ${filetypes.join(', ')}.`
  const large = files.find(({ size }) => size > maxFileBytes)
  return large && `${large.name} is larger than 10 MB.`
}

/** Normalizes an extension for comparison: `.JPEG` becomes `jpg`. */
function plainType(given: string): string {
  const type = given.toLowerCase().replace(/^\./, '')
  return type === 'jpeg' ? 'jpg' : type
}
