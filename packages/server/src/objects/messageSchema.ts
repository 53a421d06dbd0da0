import { z } from 'zod'
import { botObject } from './bot.ts'
import { fileObject } from './file.ts'
import { threadFields } from './thread.ts'

/** The schema of a message object. */
export const messageObject = z.object({
  type: z.literal('message'),
  subtype: z
    .enum([
      'tombstone',
      'assistant_app_thread',
      'file_share',
      'thread_broadcast',
      'me_message',
      'channel_join',
      'channel_leave',
      'channel_topic',
      'channel_purpose',
      'channel_name',
      'channel_archive',
      'channel_unarchive',
    ])
    .optional()
    .describe(
      '`tombstone`: a deleted message with replies. `assistant_app_thread`: the root of an assistant thread. `file_share`: a message with `files`. `thread_broadcast`: a reply that was sent to the channel too. `me_message`: what a user does, written with /me. All others: system messages.',
    ),
  hidden: z.boolean().optional(),
  user: z.string(),
  bot_id: z.string().optional(),
  app_id: z.string().optional(),
  team: z.string(),
  bot_profile: botObject.extend({ team_id: z.string() }).optional(),
  text: z.string(),
  blocks: z.array(z.record(z.string(), z.unknown())),
  attachments: z
    .array(z.record(z.string(), z.unknown()))
    .optional()
    .describe('The attachments, each with an `id` and a `fallback`.'),
  markdown_text: z.string().optional().describe('The Markdown of a message that was written or streamed as Markdown.'),
  ts: z.string(),
  thread_ts: z.string().optional(),
  parent_user_id: z.string().optional(),
  streaming_state: z.enum(['in_progress', 'completed', 'errored']).optional(),
  client_msg_id: z.string().optional().describe('In each message that a person wrote: a UUID.'),
  username: z.string().optional(),
  icons: z.record(z.string(), z.string()).optional(),
  edited: z.object({ user: z.string(), ts: z.string() }).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  files: z.array(fileObject.partial().extend({ id: z.string(), mode: fileObject.shape.mode })).optional(),
  upload: z.boolean().optional(),
  reactions: z
    .array(z.object({ name: z.string(), users: z.array(z.string()), count: z.int() }))
    .optional()
    .describe('The reactions. `users` lists the first 50 people and apps, `count` counts all.'),
  pinned_to: z.array(z.string()).optional().describe('The channel, if the message is pinned to it.'),
  pinned_info: z
    .object({ channel: z.string(), pinned_by: z.string(), pinned_ts: z.int() })
    .optional()
    .describe('Who pinned the message, and when in Unix seconds.'),
  is_locked: z.boolean().optional(),
  reply_count: z.int().optional(),
  reply_users_count: z.int().optional(),
  reply_users: z.array(z.string()).optional(),
  latest_reply: z.string().optional(),
  ...threadFields,
  inviter: z.string().optional().describe('The member who invited the one who joined.'),
  topic: z.string().optional(),
  purpose: z.string().optional(),
  name: z.string().optional(),
  old_name: z.string().optional(),
  root: z.record(z.string(), z.unknown()).optional().describe('The current root of a `thread_broadcast`.'),
})

export type MessageObject = z.input<typeof messageObject>
