import { z } from 'zod'
import { unarchiveChannel } from '#domain/channels/archive'
import { channelId } from '#rpc/args/values'
import { writingMethod } from '#rpc/method'
import { channelErrors, memberErrors } from '#rpc/errors/channel'
import { manageScopes } from '#rpc/scopes'

export const unarchive = writingMethod('conversations.unarchive', {
  summary: 'Unarchives a channel.',
  tokens: ['bot', 'user'],
  scopes: manageScopes,
  rate: 'tier2',
  args: z.object({ channel: channelId }),
  result: z.object({}),
  errors: {
    ...channelErrors,
    not_archived: {
      wrong: 'The channel is not archived.',
      cause: 'It never was, or somebody has unarchived it.',
      remedy: 'Treat the call as done.',
    },
    ...memberErrors,
  },

  async handle(args, { caller, db }) {
    await unarchiveChannel(db, caller, args.channel)
    return {}
  },
})
