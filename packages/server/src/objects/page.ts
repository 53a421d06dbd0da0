import { z } from 'zod'
import { fitOnPage } from '#domain/page'
import { Refusal } from '#domain/refusal'

/** The schema of `response_metadata` of an answer in pages. */
export const pageMetadata = z.object({ next_cursor: z.string() }).describe('`next_cursor` is empty on the last page.')

/** [ENV-15] What a cursor leads on in. It is of no use in a list of another kind. */
type ListKind =
  | 'bookmarks'
  | 'channels'
  | 'emoji'
  | 'files'
  | 'found'
  | 'foundFiles'
  | 'foundMessages'
  | 'members'
  | 'messages'
  | 'pins'
  | 'reacted'
  | 'replies'
  | 'scheduled'
  | 'usergroups'
  | 'users'

/** The cursor after the entry with this key; none after the last page. Clients must not look into it. */
export function toPageMetadata(kind: ListKind, lastKey: string | undefined): { next_cursor: string } {
  return { next_cursor: lastKey === undefined ? '' : Buffer.from(`${kind}:${lastKey}`).toString('base64') }
}

/**
 * [ENV-12] The objects that fit on a page, and the cursor after the last of them. `keys` are the keys of the objects, in
 * their order; `next` is the key after which the next page begins if all of them fit.
 */
export function toPage<T>(kind: ListKind, objects: readonly T[], keys: readonly string[], next: string | undefined) {
  const shown = fitOnPage(objects)
  return {
    shown,
    hasMore: shown.length < objects.length || next !== undefined,
    metadata: toPageMetadata(kind, shown.length < objects.length ? keys[shown.length - 1] : next),
  }
}

/**
 * [ENV-12] A page of a list that has no `limit`, because the public service answers it as a whole. There is a cursor only
 * if the list does not fit on one page.
 */
export function toPageOfList<T>(
  kind: ListKind,
  all: readonly T[],
  keyOf: (entry: T) => string,
  cursor: string | undefined,
) {
  const rest = afterCursor(kind, all, keyOf, cursor)
  const shown = fitOnPage(rest)
  const last = shown.at(-1)
  return { shown, ...cursorIfNeeded(kind, cursor, shown.length < rest.length && last ? keyOf(last) : undefined) }
}

/** The entries after the one that the cursor names. Refused with `invalid_cursor` if it is gone. */
export function afterCursor<T>(
  kind: ListKind,
  all: readonly T[],
  keyOf: (entry: T) => string,
  cursor: string | undefined,
): T[] {
  const after = decodeCursor(kind, cursor)
  if (after === '') return [...all]
  const at = all.findIndex((entry) => keyOf(entry) === after)
  if (at === -1) throw new Refusal('invalid_cursor', '`cursor` names an entry that is gone; begin with the first page.')
  return all.slice(at + 1)
}

/** `response_metadata` on all pages of a list that does not fit on one. */
export function cursorIfNeeded(kind: ListKind, cursor: string | undefined, next: string | undefined) {
  return { page: cursor || next !== undefined ? { response_metadata: toPageMetadata(kind, next) } : {} }
}

/** Where a page begins that is asked for by its number, or by a cursor with the number of entries before it; `*` is the first. */
export function skipOf(
  kind: ListKind,
  { cursor, page, count }: { cursor?: string | undefined; page: number; count: number },
): number {
  const before = cursor === '*' ? '0' : decodeCursor(kind, cursor)
  if (before === '') return (page - 1) * count
  if (/^\d{1,7}$/.test(before)) return Number(before)
  throw new Refusal('invalid_cursor', '`cursor` is not one that this method returned.')
}

/** [ENV-12] The entries that fit of a page that begins after `skip` others. There is a cursor if it was used or is needed. */
export function toNumberedPage<T>(
  kind: ListKind,
  found: readonly T[],
  { skip, total, ...asked }: { skip: number; total: number; count: number; cursor?: string | undefined },
) {
  const shown = fitOnPage(found)
  const isCut = shown.length < found.length
  const end = skip + (isCut ? shown.length : asked.count)
  const more =
    asked.cursor || isCut ? { response_metadata: toPageMetadata(kind, end < total ? String(end) : undefined) } : {}
  return { shown, page: Math.floor(skip / asked.count) + 1, more }
}

/** [ENV-14] What bounds a range of messages. SDKs send `0` and `now` where they mean no boundary. */
export function readBounds({ oldest, latest }: { oldest?: string | undefined; latest?: string | undefined }) {
  return { oldest: boundary('oldest', oldest), latest: boundary('latest', latest) }
}

function boundary(name: 'oldest' | 'latest', given: string | undefined): string | undefined {
  if (!given || given === '0' || given === 'now') return undefined
  const [, seconds = '', fraction = '.'] = /^0*(\d+)(\.\d*)?$/.exec(given) ?? []
  if (seconds === '')
    throw new Refusal(
      `invalid_ts_${name}`,
      `"${name}": ${JSON.stringify(given)} is neither a \`ts\` nor seconds since 1970.`,
    )
  // Every ts has ten digits before the point and six behind it, and they are compared as text.
  return seconds.length > 10 ? afterAll : `${seconds.padStart(10, '0')}${fraction.padEnd(7, '0')}`
}

const afterAll = '9999999999.999999'

/** The key in a cursor, '' without a cursor. Refuses anything else with `invalid_cursor`. */
export function decodeCursor(kind: ListKind, cursor: string | undefined): string {
  if (!cursor) return ''
  const [prefix, ...key] = Buffer.from(cursor, 'base64').toString().split(':')
  // Cursors of older servers name no kind.
  if (key.length > 0 && (prefix === kind || prefix === 'after')) return key.join(':')
  throw new Refusal('invalid_cursor', `"cursor": ${JSON.stringify(cursor)} is not a cursor that this method returned.`)
}
