import { z } from 'zod'
import { archive as archiveRoom } from '#domain/rooms/change'
import { channelId } from '#rpc/args'
import { writingMethod } from '#rpc/method'
import { roomErrors } from '#rpc/roomErrors'
import { manageScopes } from '#methods/shape/scopes'

export const archive = writingMethod('conversations.archive', {
  summary: 'Archives a channel: it stays readable, and nothing is written there any more.',
  tokens: ['bot', 'user'],
  scopes: manageScopes,
  rate: 'tier2',
  args: z.object({ channel: channelId }),
  result: z.object({}),
  errors: {
    ...roomErrors,
    already_archived: 'The channel is archived already.',
    cant_archive_general: 'It is the general channel.',
    not_in_channel: 'The caller is not in the channel.',
  },

  async handle(args, { caller, db }) {
    await archiveRoom(db, caller, args.channel)
    return {}
  },
})
