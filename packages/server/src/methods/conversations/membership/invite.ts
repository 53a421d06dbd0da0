import { z } from 'zod'
import { inviteMembers } from '#domain/channels/membership/invite'
import { channelId, flag, idList } from '#rpc/args/values'
import { writingMethod } from '#rpc/method'
import { postingRuleErrors } from '#rpc/errors/channelAccess'
import { channelErrors, memberErrors } from '#rpc/errors/channel'
import { channelObject, toChannelObject } from '#objects/channel'
import { manageScopes } from '#rpc/scopes'

export const invite = writingMethod('conversations.invite', {
  summary: 'Invites people and apps to a channel that the caller is in.',
  tokens: ['bot', 'user'],
  scopes: [...manageScopes, 'channels:write.invites', 'groups:write.invites', 'mpim:write.invites'],
  rate: 'tier3',
  args: z.object({
    channel: channelId,
    users: idList.default(() => []).describe('User ids joined by commas, at most 100.'),
    force: flag.default(false).describe('Whether to invite those who can be invited even if others cannot.'),
  }),
  result: z.object({
    channel: channelObject,
    errors: z
      .array(z.object({ user: z.string(), ok: z.literal(false), error: z.string() }))
      .optional()
      .describe('With `force`: those who were not invited, and why.'),
  }),
  errors: {
    ...channelErrors,
    is_archived: postingRuleErrors.is_archived,
    ...memberErrors,
    no_user: {
      wrong: '`users` is empty.',
      cause: 'It has no ids, or only commas.',
      remedy: 'Name at least one person or bot user by their id.',
    },
    too_many_users: {
      wrong: '`users` has more than 100 ids.',
      cause: 'One call invites at most 100 people and apps.',
      remedy: 'Invite them in several calls.',
    },
    user_not_found: {
      wrong: '`users` names somebody outside the team. `errors` says who.',
      cause: 'The id is unknown, belongs to another team, or its user was deleted.',
      remedy: 'Look the id up with users.list, or invite the others with `force`.',
    },
    cant_invite_self: {
      wrong: '`users` names the caller. `errors` says who.',
      cause: 'The id is that of the token’s person or bot user.',
      remedy: 'Leave the id out: the caller is already a member.',
    },
    already_in_channel: {
      wrong: '`users` names somebody who is already a member. `errors` says who.',
      cause: 'They have joined, or somebody has invited them.',
      remedy: 'Treat it as done, or invite the others with `force`.',
    },
    cant_invite: {
      wrong: '`users` names an app that is blocked in the channel. `errors` says which.',
      cause: 'The app is among the `blocked_apps` of the channel.',
      remedy: 'Ask an administrator to remove it from the list, or invite the others with `force`.',
    },
  },

  async handle(args, { caller: tokenCaller, db }) {
    const { channel, caller, errors } = await inviteMembers(db, tokenCaller, args.channel, args.users, args.force)
    return { channel: toChannelObject(channel, caller), ...(errors.length > 0 ? { errors } : {}) }
  },
})
