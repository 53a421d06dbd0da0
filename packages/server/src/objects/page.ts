import { z } from 'zod'
import { Refusal } from '#domain/refusal'

/** The schema of `response_metadata` of an answer in pages. */
export const pageMetadata = z.object({ next_cursor: z.string() }).describe('`next_cursor` is empty on the last page.')

/** The cursor after the entry with this key; none after the last page. Clients must not look into it. */
export function toPageMetadata(lastKey: string | undefined): { next_cursor: string } {
  return { next_cursor: lastKey === undefined ? '' : Buffer.from(`after:${lastKey}`).toString('base64') }
}

/** The key in a cursor, '' without a cursor. Refuses anything else with `invalid_cursor`. */
export function decodeCursor(cursor: string | undefined): string {
  if (!cursor) return ''
  const text = Buffer.from(cursor, 'base64').toString()
  if (text.startsWith('after:')) return text.slice('after:'.length)
  throw new Refusal('invalid_cursor', `"cursor": ${JSON.stringify(cursor)} is not a cursor that this method returned.`)
}
