import { z } from 'zod'
import { invite as inviteTo } from '#domain/rooms/members'
import { channelId, flag, idList } from '#rpc/args'
import { writingMethod } from '#rpc/method'
import { roomErrors } from '#rpc/roomErrors'
import { channelOnWire, channelShape } from '#methods/shape/channel'
import { manageScopes } from '#methods/shape/scopes'

export const invite = writingMethod('conversations.invite', {
  summary: 'Brings people and apps into a channel that the caller is in.',
  tokens: ['bot', 'user'],
  scopes: [...manageScopes, 'channels:write.invites', 'groups:write.invites', 'mpim:write.invites'],
  rate: 'tier3',
  args: z.object({
    channel: channelId,
    users: idList.default(() => []).describe('User ids joined by commas, at most 100.'),
    force: flag.default(false).describe('Whether to invite those who can be, where some cannot.'),
  }),
  result: z.object({
    channel: channelShape,
    errors: z
      .array(z.object({ user: z.string(), ok: z.literal(false), error: z.string() }))
      .optional()
      .describe('With `force`: who was not invited, and why.'),
  }),
  errors: {
    ...roomErrors,
    is_archived: 'The channel is archived.',
    not_in_channel: 'The caller is not in the channel.',
    no_user: '`users` names nobody.',
    too_many_users: 'Over 100 are named.',
    user_not_found: '`users` names somebody who is not of the team; `errors` says who.',
    cant_invite_self: '`users` names the caller; `errors` says who.',
    already_in_channel: '`users` names somebody who is a member already; `errors` says who.',
    cant_invite: '`users` names an app that is blocked in the channel; `errors` says who.',
  },

  async handle(args, { caller: by, db }) {
    const { room, caller, errors } = await inviteTo(db, by, args.channel, args.users, args.force)
    return { channel: channelOnWire(room, caller), ...(errors.length > 0 ? { errors } : {}) }
  },
})
