import { z } from 'zod'
import { type Caller, isApp } from '#domain/access/caller'
import { userBotIdOf } from '#domain/apps/profiles'
import type { ScheduledRow } from '#domain/scheduled/own'

/** The schema of a message that is sent later. */
export const delayedMessage = z.object({
  type: z.literal('delayed_message'),
  text: z.string(),
  blocks: z.array(z.record(z.string(), z.unknown())),
  attachments: z.array(z.record(z.string(), z.unknown())).optional(),
  user: z.string(),
  team: z.string(),
  bot_id: z.string().optional(),
  app_id: z.string().optional(),
  thread_ts: z.string().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
})

export function toDelayedMessage(
  { team_id: team, user_id: user, thread_ts, draft }: ScheduledRow,
  caller: Caller,
): z.input<typeof delayedMessage> {
  return {
    type: 'delayed_message',
    text: draft.text,
    blocks: draft.blocks.map((block) => ({ ...block })),
    ...(draft.attachments ? { attachments: draft.attachments.map((attachment) => ({ ...attachment })) } : {}),
    user,
    team,
    ...(caller.app
      ? { bot_id: isApp(caller) ? caller.app.botId : userBotIdOf(caller.app.botId), app_id: caller.app.id }
      : {}),
    ...(thread_ts ? { thread_ts } : {}),
    ...(draft.metadata ? { metadata: { ...draft.metadata } } : {}),
  }
}

/** The schema of a scheduled message in a list. */
export const scheduledMessage = z.object({
  id: z.string(),
  channel_id: z.string(),
  post_at: z.int(),
  date_created: z.int(),
  text: z.string(),
})

export function toScheduledMessage(row: ScheduledRow): z.input<typeof scheduledMessage> {
  return {
    id: row.id,
    channel_id: row.channel_id,
    post_at: row.post_at / 1000,
    date_created: Math.floor(row.created_at / 1000),
    text: row.draft.text,
  }
}
