import { z } from 'zod'
import { leave as leaveRoom } from '#domain/channels/members'
import { channelId } from '#rpc/args/args'
import { writingMethod } from '#rpc/method'
import { placeErrors } from '#rpc/errors/posting'
import { roomErrors } from '#rpc/errors/channel'
import { manageScopes } from '#objects/scopes'

export const leave = writingMethod('conversations.leave', {
  summary: 'Takes the caller out of a channel.',
  tokens: ['bot', 'user'],
  scopes: manageScopes,
  rate: 'tier3',
  args: z.object({ channel: channelId }),
  result: z.object({ not_in_channel: z.boolean().optional().describe('The caller was no member.') }),
  errors: {
    ...roomErrors,
    is_archived: placeErrors.is_archived,
    cant_leave_general: {
      wrong: 'It is the general channel.',
      cause: 'Everybody of the team is in it.',
      remedy: 'Stay; there is no way out.',
    },
    last_member: {
      wrong: 'The caller is the last member of a private channel.',
      cause: 'Nobody would find the channel again.',
      remedy: 'Use conversations.archive, or invite somebody first.',
    },
  },

  async handle(args, { caller, db }) {
    const wasIn = await leaveRoom(db, caller, args.channel)
    return wasIn ? {} : { not_in_channel: true }
  },
})
