import { z } from 'zod'
import { maxLength } from '#domain/lengths'
import { count, flag, ownTeam, textUpTo } from '#rpc/args/values'

/** The arguments of search.messages, .files and .all. */
export const searchArgs = {
  query: textUpTo(maxLength.search)
    .default('')
    .describe('Words, "phrases", modifiers like `in:#general` or `from:me`, and `-` before what is excluded.'),
  sort: z.enum(['score', 'timestamp']).default('score'),
  sort_dir: z.enum(['asc', 'desc']).default('desc'),
  highlight: flag.default(false).describe('Whether words that were found stand between U+E000 and U+E001 in `text`.'),
  count: count(100, 20),
  page: count(100, 1).describe('The number of the page, from 1.'),
  team_id: ownTeam,
}

/** How an answer says which page it is. Both are the same facts, in two generations of the API. */
export const pagingFields = {
  total: z.int().describe('At most 1000 matches are counted.'),
  paging: z.object({ count: z.int(), total: z.int(), page: z.int(), pages: z.int() }),
  pagination: z.object({
    total_count: z.int(),
    page: z.int(),
    per_page: z.int(),
    page_count: z.int(),
    first: z.int(),
    last: z.int(),
  }),
}

export function toPagingFields(total: number, page: number, perPage: number, shown: number) {
  const pages = Math.ceil(total / perPage)
  const first = (page - 1) * perPage + 1
  return {
    total,
    paging: { count: perPage, total, page, pages },
    pagination: {
      total_count: total,
      page,
      per_page: perPage,
      page_count: pages,
      first,
      last: first + shown - 1,
    },
  }
}

/** The errors that they share. */
export const searchErrors = {
  no_query: {
    wrong: 'There is nothing to search for.',
    cause: '`query` is missing or empty.',
    remedy: 'Send words, or modifiers like `from:me`.',
  },
}
