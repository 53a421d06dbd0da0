import { z } from 'zod'
import type { WorkspaceState } from '#domain/state/state'

const id = z.string()
const text = z.string()
const inThread = { channel: id, thread_ts: text }

/** A state as `GET /control/state` answers it. */
export const workspaceState = z.strictObject({
  version: z.literal(1),
  team: z.strictObject({ id, name: text, domain: text }),
  people: z.array(
    z.strictObject({
      id,
      name: text,
      real_name: text,
      display_name: text,
      email: text.exactOptional(),
      title: text,
      admin: z.boolean(),
      deactivated: z.boolean(),
      status_text: text,
      status_emoji: text,
    }),
  ),
  apps: z.array(z.strictObject({ id, name: text, bot_user: id })),
  channels: z.array(
    z.strictObject({
      id,
      name: text,
      kind: z.enum(['public', 'private', 'im', 'mpim', 'canvas']),
      archived: z.boolean(),
      topic: text,
      purpose: text,
      creator: id.exactOptional(),
      members: z.array(id),
      pins: z.array(z.strictObject({ ts: text, user: id })),
      bookmarks: z.array(z.strictObject({ id, title: text, link: text, emoji: text })),
    }),
  ),
  messages: z.array(
    z.strictObject({
      channel: id,
      ts: text,
      thread_ts: text.exactOptional(),
      user: id,
      app: id.exactOptional(),
      subtype: text.exactOptional(),
      only_for: id.exactOptional(),
      text,
      blocks: z.array(z.unknown()),
      attachments: z.array(z.unknown()).exactOptional(),
      markdown: text.exactOptional(),
      metadata: z.unknown().exactOptional(),
      username: text.exactOptional(),
      edited: z.boolean(),
      files: z.array(id),
      reactions: z.array(z.strictObject({ name: text, users: z.array(id) })),
      stream: z.strictObject({ state: text, ended_by: text.exactOptional() }).exactOptional(),
    }),
  ),
  files: z.array(
    z.strictObject({
      id,
      name: text,
      title: text,
      alt: text,
      size: z.int(),
      user: id,
      channels: z.array(id),
      sha256: text.nullable(),
    }),
  ),
  usergroups: z.array(z.strictObject({ id, handle: text, name: text, users: z.array(id), disabled: z.boolean() })),
  statuses: z.array(z.strictObject({ ...inThread, app: id, text })),
  threads: z.array(
    z.strictObject({ ...inThread, title: text.exactOptional(), prompts: z.array(z.unknown()).exactOptional() }),
  ),
  sessions: z.array(z.strictObject({ ...inThread, app: id, status: text })),
  views: z.array(
    z.strictObject({
      id,
      app: id,
      user: id,
      type: text,
      root: id,
      title: text.exactOptional(),
      callback_id: text.exactOptional(),
      blocks: z.array(z.unknown()),
    }),
  ),
  scheduled: z.array(
    z.strictObject({
      id,
      channel: id,
      user: id,
      app: id.exactOptional(),
      thread_ts: text.exactOptional(),
      post_at: z.int(),
      text,
      failure: text.exactOptional(),
    }),
  ),
  next_cursor: text.nullable().exactOptional().describe('Where the next page of messages begins; null if this is all.'),
}) satisfies z.ZodType<WorkspaceState>
