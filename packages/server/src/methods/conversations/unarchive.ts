import { z } from 'zod'
import { unarchive as openRoom } from '#domain/channels/change'
import { channelId } from '#rpc/args/args'
import { writingMethod } from '#rpc/method'
import { memberErrors, roomErrors } from '#rpc/errors/channel'
import { manageScopes } from '#objects/scopes'

export const unarchive = writingMethod('conversations.unarchive', {
  summary: 'Opens an archived channel again.',
  tokens: ['bot', 'user'],
  scopes: manageScopes,
  rate: 'tier2',
  args: z.object({ channel: channelId }),
  result: z.object({}),
  errors: {
    ...roomErrors,
    not_archived: {
      wrong: 'The channel is not archived.',
      cause: 'It never was, or somebody opened it again before.',
      remedy: 'Take it as done.',
    },
    ...memberErrors,
  },

  async handle(args, { caller, db }) {
    await openRoom(db, caller, args.channel)
    return {}
  },
})
