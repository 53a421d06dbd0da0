import { z } from 'zod'
import { asApp } from '#domain/access/caller'
import { checkSharing } from '#domain/channels/shared'
import { repeatedMessage } from '#domain/messages/duplicates'
import { openRoot, postablePlace } from '#domain/channels/postingRules'
import { recipientOf } from '#domain/streams/recipient'
import { processing as processed } from '#domain/messages/processing'
import { checkContent } from '#domain/streams/content'
import { openStream } from '#domain/streams/open'
import { setWhileStreaming } from '#domain/threads/agentSessions'
import { checkUsername } from '#domain/people/reservedNames'
import {
  appearance,
  appearanceOf,
  channelId,
  chunks,
  messageTs,
  metadata,
  teamId,
  textUpTo,
  userId,
} from '#rpc/args/args'
import { contentOf } from '#rpc/args/streamContent'
import { writingMethod } from '#rpc/method'
import { chunkErrors, postingErrors } from '#rpc/errors/posting'

export const startStream = writingMethod('chat.startStream', {
  summary: 'Starts a reply that chat.appendStream grows and chat.stopStream ends.',
  tokens: ['bot'],
  scopes: ['chat:write'],
  rate: 'tier2',

  args: z.object({
    channel: channelId.describe('The channel or direct message with the thread to reply in.'),
    thread_ts: messageTs.describe('The message that is answered.'),
    markdown_text: z.string().optional().describe('The first words, as Markdown; at most 12,000 characters.'),
    chunks: chunks.optional().describe('The first chunks: text, tasks, the plan, blocks.'),
    recipient_user_id: userId.optional().describe('Whom the answer is for. A channel must name one.'),
    recipient_team_id: teamId.optional().describe('That person’s team. A channel must name one.'),
    task_display_mode: z.enum(['timeline', 'plan']).default('timeline').describe('How tasks are shown.'),
    metadata: metadata.optional().describe('Facts for other apps: `event_type` and `event_payload`.'),
    client_msg_id: textUpTo(255).optional().describe('Makes the call repeatable: the same id, the same message.'),
    ...appearance,
  }),

  result: z.object({ channel: channelId, ts: messageTs }),

  errors: {
    ...postingErrors,
    ...chunkErrors,
    missing_recipient_user_id: {
      wrong: 'A stream into a channel needs `recipient_user_id`.',
      cause: 'In a channel a reply is for one person, who sees it grow.',
      remedy: 'Give the `user` of the message that is answered.',
    },
    missing_recipient_team_id: {
      wrong: 'A stream into a channel needs `recipient_team_id`.',
      cause: 'In a channel a reply is for one person, of one team.',
      remedy: 'Give the `team` of the message that is answered.',
    },
    user_not_found: {
      wrong: '`recipient_user_id` names nobody of that team.',
      cause: 'An id of nobody in the team that `recipient_team_id` names.',
      remedy: 'Take both from the message that is answered: its `user` and its `team`.',
    },
  },

  async handle(args, { caller: by, db, refuse }) {
    const content = contentOf(args)
    await checkUsername(db, by, args.username)
    const known = await repeatedMessage(db, by, args.client_msg_id, args.channel)
    if (known) return { channel: known.channel_id, ts: known.ts }

    const place = await postablePlace(db, by, args.channel, args.thread_ts)
    const recipient = await recipientOf(db, place.channel, {
      userId: args.recipient_user_id,
      teamId: args.recipient_team_id,
    })
    const root = openRoot(place, args.thread_ts)
    if (content) checkContent(content)
    if (args.metadata && !by.app)
      throw refuse('metadata_must_be_sent_from_app', 'Metadata needs a token that belongs to an app.')
    await checkSharing(db, place.channel, content?.chunks)
    const caller = asApp(place.caller)
    const message = await processed(() =>
      openStream(db, {
        place: { ...place, caller },
        root,
        recipient,
        content,
        display: args.task_display_mode,
        appearance: appearanceOf(args),
        metadata: args.metadata,
        clientMsgId: args.client_msg_id,
      }),
    )
    await setWhileStreaming(db, caller, { channel: place.channel, threadTs: root.ts, status: 'processing' })
    return { channel: message.channel_id, ts: message.ts }
  },
})
