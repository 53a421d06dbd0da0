import { z } from 'zod'
import { archive as archiveRoom } from '#domain/channels/change'
import { channelId } from '#rpc/args/args'
import { writingMethod } from '#rpc/method'
import { memberErrors, roomErrors } from '#rpc/errors/channel'
import { manageScopes } from '#objects/scopes'

export const archive = writingMethod('conversations.archive', {
  summary: 'Archives a channel: it stays readable, and nothing is written there any more.',
  tokens: ['bot', 'user'],
  scopes: manageScopes,
  rate: 'tier2',
  args: z.object({ channel: channelId }),
  result: z.object({}),
  errors: {
    ...roomErrors,
    already_archived: {
      wrong: 'The channel is archived already.',
      cause: 'Somebody archived it before.',
      remedy: 'Take it as done.',
    },
    cant_archive_general: {
      wrong: 'It is the general channel.',
      cause: 'Everybody of the team is in it, and it stays.',
      remedy: 'Archive another channel.',
    },
    ...memberErrors,
  },

  async handle(args, { caller, db }) {
    await archiveRoom(db, caller, args.channel)
    return {}
  },
})
