import { z } from 'zod'
import { maxLength } from '#domain/lengths'
import { parseJson } from '#rpc/args/json'
import { count, cursor, flag, shortId, textUpTo } from '#rpc/args/values'

const seconds = z.coerce.number().min(0).max(1e11).optional()

/** Some of these names, as an array, or joined by commas. */
function namesOf<const Names extends readonly [string, ...string[]]>(names: Names, byDefault: Names[number]) {
  return z
    .preprocess(
      (value) => (typeof value === 'string' ? value.split(',').map((name) => name.trim()) : value),
      z.array(z.enum(names)).min(1).max(10),
    )
    .default([byDefault])
}

const clauses = (value: unknown) => {
  const parsed = typeof value === 'string' ? parseJson(value) : { value }
  return parsed ? parsed.value : value
}
const word = textUpTo(200)

/** The arguments of assistant.search.context. */
export const assistantSearchArgs = z.object({
  query: textUpTo(maxLength.search).default('').describe('What to search for. Modifiers as in search.messages.'),
  action_token: shortId
    .optional()
    .describe('The `action_token` of a message event. A bot token needs it, and searches for the person who wrote.'),
  channel_types: namesOf(['public_channel', 'private_channel', 'mpim', 'im'], 'public_channel').describe(
    'Kinds of channel, joined by commas.',
  ),
  content_types: namesOf(['messages', 'files', 'channels', 'users'], 'messages').describe(
    'What to search, joined by commas.',
  ),
  context_channel_id: shortId.optional().describe('Accepted, without effect.'),
  before: seconds.describe('Only what is older than this, in Unix seconds.'),
  after: seconds.describe('Only what is newer than this, in Unix seconds.'),
  include_bots: flag.default(false).describe('Whether to find messages of apps.'),
  include_archived_channels: flag.default(false),
  include_deleted_users: flag.default(false),
  include_context_messages: flag.default(false).describe('Whether to add up to two messages before and after each.'),
  include_message_blocks: flag.default(false),
  highlight: flag.default(false).describe('Whether found words stand between U+E000 and U+E001.'),
  disable_semantic_search: flag
    .default(false)
    .describe('Whether all words are needed. Without it, one is enough if no message has all.'),
  modifiers: textUpTo(500).default('').describe('Modifiers alone, in addition to those of the query.'),
  term_clauses: z
    .preprocess(clauses, z.array(word).max(10))
    .default([])
    .describe('Words, each of which has to be there.'),
  keywords_clauses: z
    .preprocess(clauses, z.array(z.array(word).max(10)).max(10))
    .default([])
    .describe('Groups of words, of each of which at least one has to be there.'),
  sort: z.enum(['score', 'timestamp']).default('score'),
  sort_dir: z.enum(['asc', 'desc']).default('desc'),
  limit: count(20, 20),
  cursor,
})
