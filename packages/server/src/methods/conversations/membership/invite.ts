import { z } from 'zod'
import { invite as inviteTo } from '#domain/channels/members'
import { channelId, flag, idList } from '#rpc/args/args'
import { writingMethod } from '#rpc/method'
import { placeErrors } from '#rpc/errors/posting'
import { memberErrors, roomErrors } from '#rpc/errors/channel'
import { channelOnWire, channelShape } from '#objects/channel'
import { manageScopes } from '#objects/scopes'

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
    is_archived: placeErrors.is_archived,
    ...memberErrors,
    no_user: {
      wrong: '`users` names nobody.',
      cause: 'It is empty, or commas alone.',
      remedy: 'Name at least one person or bot user by their id.',
    },
    too_many_users: {
      wrong: 'Over 100 are named.',
      cause: 'One call invites 100 at most.',
      remedy: 'Invite them in several calls.',
    },
    user_not_found: {
      wrong: '`users` names somebody who is not of the team; `errors` says who.',
      cause: 'An id of another team or of nobody, or somebody who was deleted.',
      remedy: 'Look the id up with users.list, or invite the others with `force`.',
    },
    cant_invite_self: {
      wrong: '`users` names the caller; `errors` says who.',
      cause: 'The id is that of the person or bot user of the token.',
      remedy: 'Leave it out: who invites is a member already.',
    },
    already_in_channel: {
      wrong: '`users` names somebody who is a member already; `errors` says who.',
      cause: 'They joined, or somebody invited them before.',
      remedy: 'Take it as done, or invite the others with `force`.',
    },
    cant_invite: {
      wrong: '`users` names an app that is blocked in the channel; `errors` says who.',
      cause: 'The app is among the `blocked_apps` of the channel.',
      remedy: 'Let an administrator take it off that list, or invite the others with `force`.',
    },
  },

  async handle(args, { caller: by, db }) {
    const { room, caller, errors } = await inviteTo(db, by, args.channel, args.users, args.force)
    return { channel: channelOnWire(room, caller), ...(errors.length > 0 ? { errors } : {}) }
  },
})
