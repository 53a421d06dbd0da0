import { attachment, attachmentTextKeys } from '#schema/attachment'
import type { GivenAttachment } from '#types'
import { findBlockFaults } from './blocks.ts'
import { findExceededBound } from './bounds.ts'
import { addFaults, type Checked, type Fault, isFull, refuse } from './fault.ts'
import { toFaults } from './issues.ts'
import { isObject } from './isObject.ts'

const maxAttachments = 100
/** How many characters all attachments of a message may have together, as JSON. */
export const maxAttachmentsLength = 100_000

/**
 * Checks the attachments of a message. Keys that are not known are left out, and so are attachments that show nothing. A
 * number where a text belongs becomes text, and null counts as missing: alert tools send both.
 */
export function checkAttachments(value: unknown, pointer = '/attachments'): Checked<GivenAttachment[]> {
  if (!Array.isArray(value)) return refuse([{ message: 'must provide an array', pointer }], pointer)
  if (value.length > maxAttachments)
    return refuse([{ message: `no more than ${maxAttachments} items allowed`, pointer }], pointer, 'items')
  const exceeded = findExceededBound(value, pointer)
  if (exceeded) return refuse([exceeded], pointer)
  const faults: Fault[] = []
  const valid: GivenAttachment[] = []
  for (const [i, item] of value.entries()) {
    if (isFull(faults)) break
    const parsed = attachment.safeParse(tidy(item), { reportInput: true })
    const blocks: unknown = isObject(item) ? (item['blocks'] ?? undefined) : undefined
    const blockFaults = blocks === undefined ? [] : findBlockFaults(blocks, `${pointer}/${i}/blocks`)
    addFaults(faults, blockFaults)
    if (!parsed.success) addFaults(faults, toFaults(parsed.error.issues, `${pointer}/${i}`))
    else if (blockFaults.length === 0) {
      const given = { ...parsed.data, ...(isBlocks(blocks) ? { blocks } : {}) }
      if (hasContent(given)) valid.push(given)
    }
  }
  return faults.length > 0 ? refuse(faults, pointer) : { ok: true, value: valid }
}

/** Whether there is more of the attachments than a message holds. */
export function areAttachmentsTooLarge(attachments: readonly GivenAttachment[]): boolean {
  return JSON.stringify(attachments).length > maxAttachmentsLength
}

/** Only called with blocks in which no fault was found. */
function isBlocks(blocks: unknown): blocks is NonNullable<GivenAttachment['blocks']> {
  return Array.isArray(blocks) && blocks.length > 0
}

/** Whether there is something to see: a colour or a `callback_id` alone is nothing. */
function hasContent(given: GivenAttachment): boolean {
  const { color: _color, callback_id: _callback, author_link: _link, mrkdwn_in: _marked, ts: _ts, ...shown } = given
  return Object.values(shown).some((value) => value !== '' && !(Array.isArray(value) && value.length === 0))
}

/** Leaves out nulls, turns numbers into the texts that they stand for, and words into the flags that they stand for. */
function tidy(item: unknown): unknown {
  if (Array.isArray(item)) return item.map(tidy)
  if (!isObject(item)) return item
  return Object.fromEntries(
    Object.entries(item).flatMap(([key, value]): [string, unknown][] => {
      if (value === null || key === 'blocks') return []
      if (attachmentTextKeys.has(key) && (typeof value === 'number' || typeof value === 'boolean'))
        return [[key, String(value)]]
      if (key === 'short') return [[key, value === true || value === 'true' || value === 1]]
      if (key === 'mrkdwn_in' && typeof value === 'string') return [[key, [value]]]
      if (key === 'color' && value === '') return []
      return [[key, typeof value === 'object' ? tidy(value) : wellFormed(value)]]
    }),
  )
}

function wellFormed(value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value
}
