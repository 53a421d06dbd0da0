import {
  areAttachmentsTooLarge,
  checkAttachments,
  checkBlocks,
  maxAttachmentsLength,
  checkChunks,
  checkView,
} from '@rivulet/blocks/check'
import { isObject } from '#domain/jsonObjects'
import { faultFrom, isArrayOfObjects, structured } from './structured.ts'

/** [STR-1] Chunks of a stream. Refused with `invalid_chunks`, `invalid_blocks`, `invalid_blocks_format` or `msg_blocks_too_long`. */
export const chunks = structured('array', 'invalid_chunks', (value) => {
  if (!Array.isArray(value)) return { code: 'invalid_chunks', detail: '`chunks` must be an array.', messages: [] }
  const checked = checkChunks(value)
  if (checked.ok) return checked
  if (value.some(hasMalformedBlocks) && checked.faults.every(({ pointer }) => pointsIntoBlocks.test(pointer))) {
    return faultFrom('invalid_blocks_format', '`blocks` of a chunk must be an array of objects', checked.faults)
  }
  const inBlocks = checked.faults.length > 0 && checked.faults.every(({ pointer }) => pointsIntoBlocks.test(pointer))
  if (checked.tooLong && inBlocks) return faultFrom('msg_blocks_too_long', 'The blocks are too long', checked.faults)
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
  if (checked.tooLong === 'text') return faultFrom('msg_blocks_too_long', 'The blocks are too long', checked.faults)
  return faultFrom('invalid_blocks', 'A block is not valid', checked.faults)
})

/** [ATT-3] Attachments of a message. Refused with `invalid_attachments`, `too_many_attachments` or `attachment_payload_limit_exceeded`. */
export const attachments = structured('array', 'invalid_attachments', (value) => {
  const checked = checkAttachments(value)
  if (!checked.ok) {
    const code = checked.tooLong ? 'too_many_attachments' : 'invalid_attachments'
    return faultFrom(
      code,
      checked.tooLong ? 'There are too many attachments' : 'An attachment is not valid',
      checked.faults,
    )
  }
  if (!areAttachmentsTooLarge(checked.value)) return checked
  const detail = `Attachments have at most ${maxAttachmentsLength} characters together.`
  return { code: 'attachment_payload_limit_exceeded', detail, messages: [] }
})

/** [ACT-8] A modal or a Home tab. Refused with `invalid_arguments`, with a JSON pointer to each fault. */
export const view = structured('object', 'invalid_arguments', (value) => {
  const checked = checkView(value, '/view')
  return checked.ok ? checked : faultFrom('invalid_arguments', 'The view is not valid', checked.faults)
})
