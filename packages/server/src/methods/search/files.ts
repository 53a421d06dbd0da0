import { z } from 'zod'
import { searchFiles } from '#domain/search/files'
import { searcherOf } from '#domain/search/searcher'
import { pageMetadata, skipOf, toNumberedPage } from '#objects/page'
import { placedFileObject, toPlacedFileObjects } from '#objects/file'
import { pagingFields, searchArgs, searchErrors, toPagingFields } from '#rpc/args/search/search'
import { cursor } from '#rpc/args/values'
import { method } from '#rpc/method'

export const files = method('search.files', {
  summary: 'Searches the files that the person of the token can read, by title and name.',
  tokens: ['user'],
  scopes: ['search:read'],
  rate: 'tier2',
  args: z.object({
    ...searchArgs,
    cursor: cursor.describe('The `next_cursor` of the previous page, instead of `page`.'),
  }),
  result: z.object({
    query: z.string(),
    files: z.object({ matches: z.array(placedFileObject), ...pagingFields }),
    response_metadata: pageMetadata.optional(),
  }),
  errors: { ...searchErrors, invalid_cursor: '`cursor` was not returned by this method.' },

  /** [SRC-7] */
  async handle(args, { caller, db, refuse }) {
    if (args.query.trim() === '') throw refuse('no_query', 'Give a `query`.')
    const skip = skipOf('foundFiles', args)
    const { matches, total } = await searchFiles(db, caller, await searcherOf(db, caller), args.query, {
      sort: args.sort,
      direction: args.sort_dir,
      skip,
      limit: args.count,
    })
    const found = await toPlacedFileObjects(
      db,
      caller,
      matches.map(({ row }) => row),
    )
    const { shown, page, more } = toNumberedPage('foundFiles', found, { ...args, skip, total })
    return {
      query: args.query,
      files: {
        matches: shown,
        ...toPagingFields(total, page, args.count, shown.length),
      },
      ...more,
    }
  },
})
