import { z } from 'zod'
import { asApp } from '#domain/access/caller'
import { setAgentStatus } from '#domain/threads/agentSessions'
import { sessionStatus } from '#domain/threads/find'
import { channelToTell, rootToTell } from '#domain/threads/root'
import { checkUsername } from '#domain/people/reservedNames'
import { channelId, messageTs, textUpTo, userId } from '#rpc/args/args'
import { writingMethod } from '#rpc/method'
import { postingErrors } from '#rpc/errors/posting'
import { sessionErrors } from '#rpc/errors/thread'

const status = z.enum(['active', 'processing', 'suspended', 'closed'])

export const setStatus = writingMethod('agents.sessions.setStatus', {
  summary: 'Says what an agent is at in a thread; begins the session of the thread where there is none.',
  tokens: ['bot'],
  scopes: ['chat:write'],
  rate: 'tier3',

  args: z.object({
    channel_id: channelId.describe('The channel of the thread.'),
    thread_ts: messageTs.optional().describe('A message of the thread. Needed.'),
    status: status.describe('`processing` is shown as work for an hour at most.'),
    title: textUpTo(200).optional().describe('The title of a session that begins with this.'),
    initiator_user_id: userId.optional().describe('Who began it, a member of the channel; where it begins with this.'),
    username: textUpTo(200)
      .nullable()
      .optional()
      .describe('A name to show in place of the app’s, until `null` or an empty one. Needs `chat:write.customize`.'),
    icon_emoji: z
      .string()
      .nullable()
      .optional()
      .describe('An emoji as icon, `:name:`, until `null`; wins over `icon_url`. Needs `chat:write.customize`.'),
    icon_url: z
      .string()
      .nullable()
      .optional()
      .describe('The address of an image as icon, until `null`. Needs `chat:write.customize`.'),
  }),

  result: z.object({
    status: status.describe('Of the whole session.'),
    agent_status: status.describe('Of the agent that calls.'),
    title: z.string(),
  }),

  errors: {
    ...sessionErrors,
    feature_disabled: {
      wrong: 'The app’s manifest does not declare it an agent.',
      cause: '`features.agent_view` is missing in it.',
      remedy: 'Declare `features.agent_view` in the manifest, or use assistant.threads.setStatus.',
    },
    user_not_found: {
      wrong: '`initiator_user_id` names no member of the channel.',
      cause: 'An id of nobody, or of somebody who is not in the channel.',
      remedy: 'Give the `user` of the message that began the session, or leave it out.',
    },
    reserved_username: postingErrors.reserved_username,
  },

  async handle(args, { caller: by, db, refuse, warn }) {
    await checkUsername(db, by, args.username ?? undefined)
    const { channel, caller } = await channelToTell(db, by, args.channel_id)
    const { app } = asApp(caller)
    if (!app.agent) {
      const detail = `Sessions are for agents; declare \`features.agent_view\` in the manifest of ${app.id}.`
      throw refuse('feature_disabled', detail)
    }
    const initiator = args.initiator_user_id || undefined
    if (initiator !== undefined && !channel.members.has(initiator)) {
      const detail = `"initiator_user_id": ${JSON.stringify(initiator)} is no member of ${channel.id}.`
      throw refuse('user_not_found', detail)
    }
    const root = await rootToTell(db, channel, args.thread_ts)
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
    if (!app.hearsStop) warn('missing_agent_session_stopped_event_subscription')
    return { status: sessionStatus(session.agents), agent_status: args.status, title: session.title ?? '' }
  },
})
