import { z } from 'zod'
import type { Caller } from '#domain/access/caller'
import { findPersonCaller } from '#domain/people/personCaller'
import { readActionToken } from '#domain/search/actionToken'
import { searchChannels, searchPeople } from '#domain/search/context'
import { searchFiles } from '#domain/search/files'
import { highlight } from '#domain/search/highlight'
import { searchMessages } from '#domain/search/messages'
import { searcherOf } from '#domain/search/searcher'
import {
  assistantSearchResults,
  toFoundChannels,
  toFoundFiles,
  toFoundMessages,
  toFoundUsers,
} from '#objects/search/assistantSearch'
import { decodeCursor, pageMetadata, toPageMetadata } from '#objects/page'
import { assistantSearchArgs } from '#rpc/args/search/assistantSearch'
import { searchErrors } from '#rpc/args/search/search'
import { method } from '#rpc/method'
import { searchScopes } from '#rpc/scopes'

const kinds = { public_channel: 'public', private_channel: 'private', mpim: 'mpim', im: 'im' } as const
const kindScopes = {
  public_channel: 'search:read.public',
  private_channel: 'search:read.private',
  mpim: 'search:read.mpim',
  im: 'search:read.im',
} as const

type Args = z.output<typeof assistantSearchArgs>

export const context = method('assistant.search.context', {
  summary: 'Searches messages, files, channels and people for a person who asks an agent.',
  tokens: ['bot', 'user'],
  scopes: ['search:read', ...searchScopes],
  rate: 'tier2',
  args: assistantSearchArgs,
  result: z.object({ results: assistantSearchResults, response_metadata: pageMetadata }),

  errors: {
    ...searchErrors,
    invalid_cursor: '`cursor` was not returned by this method.',
    invalid_action_token: {
      wrong: 'The `action_token` is missing or not valid.',
      cause: 'A bot token searches for the person whose message the app received, within an hour.',
      remedy: 'Send the `action_token` of a newer message or app_mention event, or use a user token.',
    },
  },

  /** [SRC-8, SRC-9] */
  async handle(args, { caller, db, refuse }) {
    const words = [args.query, args.modifiers, ...args.term_clauses].filter((text) => text.trim() !== '').join(' ')
    if (words === '' && args.keywords_clauses.length === 0) throw refuse('no_query', 'Give a `query`.')
    const missing = neededScopes(args).find((scope) => !hasScope(caller, scope))
    if (missing !== undefined)
      throw refuse('missing_scope', `The token lacks ${missing}.`, {
        needed: missing,
        provided: caller.scopes.join(','),
      })
    const cursor = decodeCursor('found', args.cursor)
    if (cursor !== '' && !/^\d{1,3}$/.test(cursor))
      throw refuse('invalid_cursor', '`cursor` is not one of this method.')
    const skip = (cursor === '' ? 0 : Number(cursor)) * args.limit
    const person = caller.kind === 'user' ? caller : await personOf(caller, args.action_token)
    const searcher = await searcherOf(
      db,
      person,
      args.channel_types.map((type) => kinds[type]),
    )
    const options = {
      sort: args.sort,
      direction: args.sort_dir,
      skip,
      limit: args.limit,
      from: args.after === undefined ? undefined : Math.ceil(args.after * 1000),
      to: args.before === undefined ? undefined : Math.ceil(args.before * 1000),
      onlyPeople: !args.include_bots,
      withoutArchived: !args.include_archived_channels,
      orAnyWord: !args.disable_semantic_search,
      groups: args.keywords_clauses,
    }
    const wants = (type: Args['content_types'][number]) => args.content_types.includes(type)
    const found = wants('messages') ? await searchMessages(db, searcher, words, options) : undefined
    const files = wants('files') ? await searchFiles(db, person, searcher, words, options) : undefined
    const channels = wants('channels')
      ? await searchChannels(db, searcher, words, args.include_archived_channels)
      : undefined
    const people = wants('users') ? await searchPeople(db, searcher, words, args.include_deleted_users) : undefined
    const totals = [found?.total, files?.total, channels?.length, people?.length].map((total) => total ?? 0)
    const shown = {
      context: args.include_context_messages,
      blocks: args.include_message_blocks,
      mark: (text: string) => (args.highlight ? highlight(text, words) : text),
    }
    const rows = found?.matches.map(({ row }) => row)
    return {
      results: {
        ...(rows ? { messages: await toFoundMessages(db, rows, shown) } : {}),
        ...(files
          ? {
              files: await toFoundFiles(
                db,
                files.matches.map(({ row }) => row),
              ),
            }
          : {}),
        ...(channels ? { channels: await toFoundChannels(db, channels.slice(skip, skip + args.limit)) } : {}),
        ...(people ? { users: toFoundUsers(people.slice(skip, skip + args.limit)) } : {}),
      },
      response_metadata: toPageMetadata(
        'found',
        Math.max(...totals) > skip + args.limit ? String(skip / args.limit + 1) : undefined,
      ),
    }

    /** A bot searches with the rights of the person who wrote to it. */
    async function personOf(bot: Caller, actionToken: string | undefined): Promise<Caller> {
      if (actionToken === undefined || !bot.app)
        throw refuse('invalid_action_token', 'A bot token needs an `action_token`, as message events have it.')
      const userId = await readActionToken(db, { appId: bot.app.id, teamId: bot.teamId }, actionToken)
      const asking = await findPersonCaller(db, bot.teamId, userId)
      if (!asking) throw refuse('invalid_action_token', 'The person of this `action_token` has left the team.')
      return asking
    }
  },
})

/** The scopes of what the arguments ask for. */
function neededScopes({ channel_types: types, content_types: contents }: Args): string[] {
  return [
    ...(contents.includes('messages') || contents.includes('channels') ? types.map((type) => kindScopes[type]) : []),
    ...(contents.includes('files') ? ['search:read.files'] : []),
    ...(contents.includes('users') ? ['search:read.users'] : []),
  ]
}

/** The older scope of user tokens is for everything. */
function hasScope({ kind, scopes }: Caller, scope: string): boolean {
  return scopes.includes(scope) || (kind === 'user' && scopes.includes('search:read'))
}
