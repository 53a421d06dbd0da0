import { z } from 'zod'
import { archiveChannel } from '#domain/channels/archive'
import { channelId } from '#rpc/args/values'
import { writingMethod } from '#rpc/method'
import { channelErrors, memberErrors } from '#rpc/errors/channel'
import { manageScopes } from '#rpc/scopes'

export const archive = writingMethod('conversations.archive', {
  summary: 'Archives a channel: it stays readable, and nobody can write there.',
  tokens: ['bot', 'user'],
  scopes: manageScopes,
  rate: 'tier2',
  args: z.object({ channel: channelId }),
  result: z.object({}),
  errors: {
    ...channelErrors,
    already_archived: {
      wrong: 'The channel is already archived.',
      cause: 'Somebody has archived it.',
      remedy: 'Treat the call as done.',
    },
    cant_archive_general: {
      wrong: 'The channel is the general channel.',
      cause: 'The whole team is in it, so it cannot be archived.',
      remedy: 'Archive another channel.',
    },
    ...memberErrors,
  },

  async handle(args, { caller, db }) {
    await archiveChannel(db, caller, args.channel)
    return {}
  },
})
