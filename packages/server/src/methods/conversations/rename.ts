import { z } from 'zod'
import { rename as renameRoom } from '#domain/channels/change'
import { channelId } from '#rpc/args/args'
import { writingMethod } from '#rpc/method'
import { placeErrors } from '#rpc/errors/posting'
import { memberErrors, nameErrors, roomErrors } from '#rpc/errors/channel'
import { channelOnWire, channelShape } from '#objects/channel'
import { manageScopes } from '#objects/scopes'

export const rename = writingMethod('conversations.rename', {
  summary: 'Gives a channel another name.',
  tokens: ['bot', 'user'],
  scopes: manageScopes,
  rate: 'tier2',
  args: z.object({
    channel: channelId,
    name: z.string().default('').describe('Lower-case letters, digits, hyphens, underscores; at most 80.'),
  }),
  result: z.object({ channel: channelShape }),
  errors: { ...roomErrors, is_archived: placeErrors.is_archived, ...memberErrors, ...nameErrors },

  async handle(args, { caller: by, db }) {
    const { room, caller } = await renameRoom(db, by, args.channel, args.name)
    return { channel: channelOnWire(room, caller) }
  },
})
