import { z } from 'zod'
import { fitOnPage, jsonBytes, maxPageBytes } from '#domain/page'
import { searchFiles } from '#domain/search/files'
import { searchMessages } from '#domain/search/messages'
import { searcherOf } from '#domain/search/searcher'
import { placedFileObject, toPlacedFileObjects } from '#objects/file'
import { searchMatch, toMatchObjects } from '#objects/search/searchMatch'
import { pagingFields, searchArgs, searchErrors, toPagingFields } from '#rpc/args/search/search'
import { method } from '#rpc/method'

export const all = method('search.all', {
  summary: 'Searches the messages and files that the person of the token can read.',
  tokens: ['user'],
  scopes: ['search:read'],
  rate: 'tier2',
  args: z.object(searchArgs),
  result: z.object({
    query: z.string(),
    messages: z.object({ matches: z.array(searchMatch), ...pagingFields }),
    files: z.object({ matches: z.array(placedFileObject), ...pagingFields }),
    posts: z.object({ matches: z.array(z.never()), total: z.literal(0) }).describe('Always empty.'),
  }),
  errors: searchErrors,

  /** [SRC-3, SRC-7] */
  async handle(args, { caller, db, refuse }) {
    if (args.query.trim() === '') throw refuse('no_query', 'Give a `query`.')
    const searcher = await searcherOf(db, caller)
    const options = {
      sort: args.sort,
      direction: args.sort_dir,
      skip: (args.page - 1) * args.count,
      limit: args.count,
    }
    const found = await searchMessages(db, searcher, args.query, options)
    const files = await searchFiles(db, caller, searcher, args.query, options)
    // [ENV-12] Each half of the answer is half a page. search.messages and search.files have what does not fit.
    const messages = fitOnPage(
      await toMatchObjects(db, caller, found.matches, args.highlight ? args.query : undefined),
      jsonBytes,
      maxPageBytes / 2,
    )
    const shownFiles = fitOnPage(
      await toPlacedFileObjects(
        db,
        caller,
        files.matches.map(({ row }) => row),
      ),
      jsonBytes,
      maxPageBytes / 2,
    )
    return {
      query: args.query,
      messages: {
        matches: messages,
        ...toPagingFields(found.total, args.page, args.count, messages.length),
      },
      files: {
        matches: shownFiles,
        ...toPagingFields(files.total, args.page, args.count, shownFiles.length),
      },
      posts: { matches: [], total: 0 as const },
    }
  },
})
