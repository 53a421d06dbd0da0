import { z } from 'zod'
import { actInTeam } from '#domain/access/teams'
import { findVisibleChannel } from '#domain/channels/find'
import { listScheduled } from '#domain/scheduled/own'
import { decodeCursor, pageMetadata, toPageMetadata } from '#objects/page'
import { scheduledMessage, toScheduledMessage } from '#objects/scheduled'
import { channelId, count, cursor, ownTeam } from '#rpc/args/values'
import { pageErrors } from '#rpc/errors/page'
import { teamErrors } from '#rpc/errors/team'
import { method } from '#rpc/method'

const seconds = z.coerce.number().min(0).max(1e11)

export const list = method('chat.scheduledMessages.list', {
  summary: 'Lists the messages that the caller has scheduled, in the order in which they will be sent.',
  tokens: ['bot', 'user'],
  scopes: [],
  rate: 'tier3',
  args: z.object({
    channel: channelId.optional().describe('Only messages for this channel.'),
    oldest: seconds.default(0).describe('Only messages that are sent then or later, in Unix seconds.'),
    latest: seconds.default(1e11).describe('Only messages that are sent then or earlier, in Unix seconds.'),
    cursor,
    limit: count(1000, 100),
    team_id: ownTeam,
  }),
  result: z.object({ scheduled_messages: z.array(scheduledMessage), response_metadata: pageMetadata }),
  errors: {
    ...teamErrors,
    ...pageErrors,
    channel_not_found: 'There is no such channel, or the caller cannot see it.',
  },

  async handle(args, { caller: tokenCaller, db }) {
    const found = args.channel ? await findVisibleChannel(db, tokenCaller, args.channel) : undefined
    const caller = found?.caller ?? (await actInTeam(db, tokenCaller, args.team_id))
    const { rows, next } = await listScheduled(db, caller, {
      channel: found?.channel.id,
      oldest: Math.ceil(args.oldest * 1000),
      latest: Math.floor(args.latest * 1000),
      after: decodeCursor('scheduled', args.cursor),
      limit: args.limit,
    })
    return { scheduled_messages: rows.map(toScheduledMessage), response_metadata: toPageMetadata('scheduled', next) }
  },
})
