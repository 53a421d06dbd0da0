import { z } from 'zod'
import { setPurpose as setPurposeOf } from '#domain/channels/change'
import { channelId } from '#rpc/args/args'
import { writingMethod } from '#rpc/method'
import { placeErrors } from '#rpc/errors/posting'
import { memberErrors, roomErrors } from '#rpc/errors/channel'
import { channelOnWire, channelShape } from '#objects/channel'
import { manageScopes } from '#objects/scopes'

export const setPurpose = writingMethod('conversations.setPurpose', {
  summary: 'Sets what a channel is for.',
  tokens: ['bot', 'user'],
  scopes: [...manageScopes, 'channels:write.topic', 'groups:write.topic', 'im:write.topic', 'mpim:write.topic'],
  rate: 'tier2',
  args: z.object({ channel: channelId, purpose: z.string().describe('At most 250 characters, shown as it is.') }),
  result: z.object({ channel: channelShape }),
  errors: {
    ...roomErrors,
    is_archived: placeErrors.is_archived,
    ...memberErrors,
    too_long: {
      wrong: 'The purpose is over 250 characters.',
      cause: 'Characters are counted as Unicode code points.',
      remedy: 'Shorten it, or post the rest as a message.',
    },
  },

  async handle(args, { caller: by, db }) {
    const { room, caller } = await setPurposeOf(db, by, args.channel, args.purpose)
    return { channel: channelOnWire(room, caller) }
  },
})
