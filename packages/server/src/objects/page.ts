import { z } from 'zod'

export const pageShape = z.object({ next_cursor: z.string() }).describe('`next_cursor` is empty on the last page.')

/** A page's end as a cursor: opaque to who gets it. */
export function cursorAt(key: string | undefined): { next_cursor: string } {
  return { next_cursor: key === undefined ? '' : Buffer.from(`after:${key}`).toString('base64') }
}

/** The key a cursor stands for, '' for none; undefined where it is not one of ours. */
export function keyOf(cursor: string | undefined): string | undefined {
  if (!cursor) return ''
  const text = Buffer.from(cursor, 'base64').toString()
  return text.startsWith('after:') ? text.slice('after:'.length) : undefined
}
