import { z } from 'zod'
import { closeDirectMessage } from '#domain/channels/direct/closed'
import { findVisibleChannel } from '#domain/channels/find'
import { channelId } from '#rpc/args/values'
import { channelErrors } from '#rpc/errors/channel'
import { writingMethod } from '#rpc/method'
import { directScopes } from '#rpc/scopes'

export const close = writingMethod('conversations.close', {
  summary: 'Closes a direct message for the caller, until something new is posted there.',
  tokens: ['bot', 'user'],
  scopes: directScopes,
  rate: 'tier2',
  args: z.object({ channel: channelId.describe('The direct message, or group direct message.') }),
  result: z.object({ no_op: z.boolean().optional(), already_closed: z.boolean().optional() }),
  errors: {
    channel_not_found: channelErrors.channel_not_found,
    team_not_found: channelErrors.team_not_found,
    method_not_supported_for_channel_type: {
      ...channelErrors.method_not_supported_for_channel_type,
      cause: 'The channel is public or private, or a canvas.',
      remedy: 'Leave it with conversations.leave.',
    },
  },

  async handle(args, { caller: tokenCaller, db }) {
    const { channel, caller } = await findVisibleChannel(db, tokenCaller, args.channel)
    return (await closeDirectMessage(db, caller, channel)) ? {} : { no_op: true, already_closed: true }
  },
})
