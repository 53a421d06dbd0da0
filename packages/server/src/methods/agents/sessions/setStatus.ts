import { z } from 'zod'
import { requireApp } from '#domain/access/caller'
import { setAgentStatus } from '#domain/threads/agentSessions'
import { combinedSessionStatus } from '#domain/threads/find'
import { findThreadChannel, requireThreadRoot } from '#domain/threads/root'
import { checkUsername } from '#domain/people/reservedNames'
import { sessionStatus } from '#objects/thread'
import { channelId, messageTs, textUpTo, userId } from '#rpc/args/values'
import { writingMethod } from '#rpc/method'
import { postingErrors } from '#rpc/errors/posting'
import { sessionErrors } from '#rpc/errors/thread'

export const setStatus = writingMethod('agents.sessions.setStatus', {
  summary: 'Sets the status of an agent in a thread, and starts the thread’s session if there is none.',
  tokens: ['bot'],
  scopes: ['chat:write'],
  rate: 'tier3',

  args: z.object({
    channel_id: channelId.describe('The channel of the thread.'),
    thread_ts: messageTs.optional().describe('A message of the thread. Required.'),
    status: sessionStatus.describe('The new status. `processing` shows for an hour at most.'),
    title: textUpTo(200).optional().describe('The title, if this call starts the session.'),
    initiator_user_id: userId
      .optional()
      .describe('The member of the channel who started the session, if this call starts it.'),
    username: textUpTo(200)
      .nullable()
      .optional()
      .describe(
        'A name to show instead of the app’s, until `null` or an empty one is set. Needs `chat:write.customize`.',
      ),
    icon_emoji: z
      .string()
      .nullable()
      .optional()
      .describe('An emoji as icon, `:name:`, until `null` is set. Wins over `icon_url`. Needs `chat:write.customize`.'),
    icon_url: z
      .string()
      .nullable()
      .optional()
      .describe('The address of an image as icon, until `null` is set. Needs `chat:write.customize`.'),
  }),

  result: z.object({
    status: sessionStatus.describe('The status of the whole session.'),
    agent_status: sessionStatus.describe('The status of the calling agent.'),
    title: z.string(),
  }),

  errors: {
    ...sessionErrors,
    feature_disabled: {
      wrong: 'The app’s manifest does not declare it an agent.',
      cause: 'The manifest lacks `features.agent_view`.',
      remedy: 'Declare `features.agent_view` in the manifest, or use assistant.threads.setStatus.',
    },
    user_not_found: {
      wrong: '`initiator_user_id` names no member of the channel.',
      cause: 'The id belongs to nobody, or to somebody outside the channel.',
      remedy: 'Send the `user` of the message that started the session, or leave it out.',
    },
    reserved_username: postingErrors.reserved_username,
  },

  async handle(args, { caller: tokenCaller, db, refuse, warn }) {
    await checkUsername(db, tokenCaller, args.username ?? undefined)
    const { channel, caller } = await findThreadChannel(db, tokenCaller, args.channel_id)
    const { app } = requireApp(caller)
    if (!app.agent) {
      const detail = `Sessions are for agents; declare \`features.agent_view\` in the manifest of ${app.id}.`
      throw refuse('feature_disabled', detail)
    }
    const initiator = args.initiator_user_id || undefined
    if (initiator !== undefined && !channel.members.has(initiator)) {
      const detail = `"initiator_user_id": ${JSON.stringify(initiator)} is no member of ${channel.id}.`
      throw refuse('user_not_found', detail)
    }
    const root = await requireThreadRoot(db, channel, args.thread_ts)
    const session = await setAgentStatus(db, {
      channel,
      threadTs: root.ts,
      app,
      userId: caller.userId,
      status: args.status,
      look: { username: args.username, iconEmoji: args.icon_emoji, iconUrl: args.icon_url },
      title: args.title,
      initiator,
    })
    if (!app.handlesStop) warn('missing_agent_session_stopped_event_subscription')
    return { status: combinedSessionStatus(session.agents), agent_status: args.status, title: session.title ?? '' }
  },
})
