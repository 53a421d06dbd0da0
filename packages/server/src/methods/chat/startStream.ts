import { z } from 'zod'
import { markdownText } from '#rpc/args/messageContent'
import { requireApp } from '#domain/access/caller'
import { streamUse } from '#domain/channels/access'
import { checkSharedLinks } from '#domain/channels/sharedLinks'
import { findDuplicateMessage } from '#domain/messages/clientMsgId'
import { findOpenRoot, findPostingTarget } from '#domain/channels/postingRules'
import { findRecipient } from '#domain/streams/recipient'
import { withProcessingFailure } from '#domain/messages/processingFailure'
import { checkStreamContent } from '#domain/streams/content'
import { openStream } from '#domain/streams/open'
import { setStreamingAgentStatus } from '#domain/threads/agentSessions'
import { checkUsername } from '#domain/people/reservedNames'
import { appearance, appearanceFrom } from '#rpc/args/appearance'
import { channelId, messageTs, teamId, textUpTo, userId } from '#rpc/args/values'
import { chunks } from '#rpc/args/blocks'
import { metadata } from '#rpc/args/metadata'
import { streamContentFrom } from '#rpc/args/streamContent'
import { writingMethod } from '#rpc/method'
import { absentAppError } from '#rpc/errors/channelAccess'
import { chunkErrors } from '#rpc/errors/stream'
import { postingErrors } from '#rpc/errors/posting'

export const startStream = writingMethod('chat.startStream', {
  summary: 'Starts a stream: a reply that chat.appendStream continues and chat.stopStream ends.',
  tokens: ['bot'],
  scopes: ['chat:write'],
  rate: 'tier2',

  args: z.object({
    channel: channelId.describe('The channel or direct message of the thread.'),
    thread_ts: messageTs.describe('The message to reply to.'),
    markdown_text: markdownText.optional().describe('The first text, as Markdown, at most 12,000 characters.'),
    chunks: chunks.optional().describe('The first chunks: text, tasks, the plan, blocks.'),
    recipient_user_id: userId.optional().describe('The person the reply is for. Required in channels.'),
    recipient_team_id: teamId.optional().describe('The team of that person. Required in channels.'),
    task_display_mode: z.enum(['timeline', 'plan']).default('timeline').describe('How tasks are shown.'),
    metadata: metadata.optional().describe('Structured data for other apps: `event_type` and `event_payload`.'),
    client_msg_id: textUpTo(255)
      .optional()
      .describe('Makes the call repeatable: the same id returns the same message.'),
    ...appearance,
  }),

  result: z.object({ channel: channelId, ts: messageTs }),

  errors: {
    ...postingErrors,
    ...absentAppError,
    ...chunkErrors,
    missing_recipient_user_id: {
      wrong: 'A stream into a channel needs `recipient_user_id`.',
      cause: 'In a channel a stream is for one person, who can watch it.',
      remedy: 'Send the `user` of the message that you reply to.',
    },
    missing_recipient_team_id: {
      wrong: 'A stream into a channel needs `recipient_team_id`.',
      cause: 'In a channel a stream is for one person, of one team.',
      remedy: 'Send the `team` of the message that you reply to.',
    },
    user_not_found: {
      wrong: '`recipient_user_id` names nobody of that team.',
      cause: 'The team that `recipient_team_id` names has nobody with this id.',
      remedy: 'Take both from the message that you reply to: its `user` and its `team`.',
    },
  },

  async handle(args, { caller: tokenCaller, db, refuse }) {
    const content = streamContentFrom(args)
    await checkUsername(db, tokenCaller, args.username)
    const duplicate = await findDuplicateMessage(db, tokenCaller, args.client_msg_id, args.channel)
    if (duplicate) return { channel: duplicate.channel_id, ts: duplicate.ts }

    const target = await findPostingTarget(db, tokenCaller, args.channel, args.thread_ts, streamUse)
    const recipient = await findRecipient(db, target.channel, {
      userId: args.recipient_user_id,
      teamId: args.recipient_team_id,
    })
    const root = findOpenRoot(target, args.thread_ts)
    if (content) checkStreamContent(content)
    if (args.metadata && !tokenCaller.app)
      throw refuse('metadata_must_be_sent_from_app', 'Metadata needs a token that belongs to an app.')
    await checkSharedLinks(db, target.channel, content?.chunks)
    const caller = requireApp(target.caller)
    const message = await withProcessingFailure(() =>
      openStream(db, {
        target: { ...target, caller },
        root,
        recipient,
        content,
        display: args.task_display_mode,
        appearance: appearanceFrom(args),
        metadata: args.metadata,
        clientMsgId: args.client_msg_id,
      }),
    )
    await setStreamingAgentStatus(db, caller, { channel: target.channel, threadTs: root.ts, status: 'processing' })
    return { channel: message.channel_id, ts: message.ts }
  },
})
