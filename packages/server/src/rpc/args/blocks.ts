import { checkBlocks, checkChunks, checkView } from '@rivulet/blocks/check'
import { faultFrom, isArrayOfObjects, isObject, structured } from './structured.ts'

/** [STR-1] Chunks of a stream. Refused with `invalid_chunks`, `invalid_blocks`, `invalid_blocks_format` or `msg_blocks_too_long`. */
export const chunks = structured('array', 'invalid_chunks', (value) => {
  if (!Array.isArray(value)) return { code: 'invalid_chunks', detail: '`chunks` must be an array.', messages: [] }
  const checked = checkChunks(value)
  if (checked.ok) return checked
  if (value.some(hasMalformedBlocks) && checked.faults.every(({ pointer }) => pointsIntoBlocks.test(pointer))) {
    return faultFrom('invalid_blocks_format', '`blocks` of a chunk must be an array of objects', checked.faults)
  }
  const inBlocks = checked.faults.length > 0 && checked.faults.every(({ pointer }) => pointsIntoBlocks.test(pointer))
  if (checked.tooLong && inBlocks) return faultFrom('msg_blocks_too_long', 'There are too many blocks', checked.faults)
  return faultFrom(inBlocks ? 'invalid_blocks' : 'invalid_arguments', 'A chunk is not valid', checked.faults)
})

const pointsIntoBlocks = /^\/chunks\/\d+\/blocks/

function hasMalformedBlocks(chunk: unknown): boolean {
  if (!isObject(chunk) || chunk['type'] !== 'blocks' || chunk['blocks'] === undefined) return false
  return !isArrayOfObjects(chunk['blocks'])
}

/** Blocks of a message. Refused with `invalid_blocks_format`, `invalid_blocks` or `msg_blocks_too_long`. */
export const blocks = structured('array', 'invalid_blocks_format', (value) => {
  if (!isArrayOfObjects(value)) {
    return { code: 'invalid_blocks_format', detail: '`blocks` must be an array of objects.', messages: [] }
  }
  const checked = checkBlocks(value)
  if (checked.ok) return checked
  if (checked.tooLong) return faultFrom('msg_blocks_too_long', 'There are too many blocks', checked.faults)
  return faultFrom('invalid_blocks', 'A block is not valid', checked.faults)
})

/** [ACT-8] A modal or a Home tab. Refused with `invalid_arguments`, with a JSON pointer to each fault. */
export const view = structured('object', 'invalid_arguments', (value) => {
  const checked = checkView(value, '/view')
  return checked.ok ? checked : faultFrom('invalid_arguments', 'The view is not valid', checked.faults)
})
