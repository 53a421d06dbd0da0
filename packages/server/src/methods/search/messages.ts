import { z } from 'zod'
import { searchMessages } from '#domain/search/messages'
import { searcherOf } from '#domain/search/searcher'
import { pageMetadata, skipOf, toNumberedPage } from '#objects/page'
import { searchMatch, toMatchObjects } from '#objects/search/searchMatch'
import { pagingFields, searchArgs, searchErrors, toPagingFields } from '#rpc/args/search/search'
import { cursor } from '#rpc/args/values'
import { method } from '#rpc/method'

export const messages = method('search.messages', {
  summary: 'Searches the messages that the person of the token can read.',
  tokens: ['user'],
  scopes: ['search:read'],
  rate: 'tier2',

  args: z.object({
    ...searchArgs,
    cursor: cursor.describe('`*` for the first page, then the `next_cursor` of the previous one, instead of `page`.'),
  }),

  result: z.object({
    query: z.string(),
    messages: z.object({ matches: z.array(searchMatch), ...pagingFields }),
    response_metadata: pageMetadata.optional(),
  }),

  errors: { ...searchErrors, invalid_cursor: '`cursor` was not returned by this method.' },

  /** [SRC-3, SRC-4] */
  async handle(args, { caller, db, refuse }) {
    if (args.query.trim() === '') throw refuse('no_query', 'Give a `query`.')
    const skip = skipOf('foundMessages', args)
    const { matches, total } = await searchMessages(db, await searcherOf(db, caller), args.query, {
      sort: args.sort,
      direction: args.sort_dir,
      skip,
      limit: args.count,
    })
    const found = await toMatchObjects(db, caller, matches, args.highlight ? args.query : undefined)
    const { shown, page, more } = toNumberedPage('foundMessages', found, { ...args, skip, total })
    return {
      query: args.query,
      messages: {
        matches: shown,
        ...toPagingFields(total, page, args.count, shown.length),
      },
      ...more,
    }
  },
})
