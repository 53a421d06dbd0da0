import { z } from 'zod'
import type { Caller } from '#domain/access/caller'
import { findChannel } from '#domain/channels/find'
import { permalinkOf } from '#domain/messages/permalink'
import { findUser } from '#domain/people/users'
import { Pace } from '#domain/pace'
import { highlight } from '#domain/search/highlight'
import type { MessageMatch } from '#domain/search/messages'
import type { Db } from '#store/db'
import { toChannelObject } from '#objects/channel'
import { toMessageObjects } from '#objects/message'
import { messageObject } from '#objects/messageSchema'

const { text, user, ts, team, blocks, files, attachments } = messageObject.shape

/** The schema of a message that a search found. */
export const searchMatch = z.object({
  iid: z.string().describe('Names the match within this answer.'),
  team,
  score: z.number(),
  channel: z.object({
    id: z.string(),
    name: z.string().describe('In a direct message: the id of the other user.'),
    user: z.string().optional(),
    is_channel: z.boolean(),
    is_group: z.boolean(),
    is_im: z.boolean(),
    is_mpim: z.boolean(),
    is_private: z.boolean(),
    is_archived: z.boolean(),
    is_shared: z.boolean(),
    is_org_shared: z.boolean(),
    is_ext_shared: z.boolean(),
    is_pending_ext_shared: z.boolean(),
    pending_shared: z.array(z.string()),
  }),
  type: z.literal('message'),
  user,
  username: z.string(),
  ts,
  text,
  blocks,
  files,
  attachments,
  permalink: z.string(),
  no_reactions: z.boolean(),
})

/** The messages that a search found, as its answer has them. */
export async function toMatchObjects(
  db: Db,
  caller: Caller,
  matches: readonly MessageMatch[],
  highlighted: string | undefined,
): Promise<z.input<typeof searchMatch>[]> {
  const objects: z.input<typeof searchMatch>[] = []
  const pace = new Pace()
  for (const { row, score } of matches) {
    await pace.next()
    const channel = await findChannel(db, row.team_id, row.channel_id)
    const [message] = await toMessageObjects(db, { team_id: row.team_id, id: row.channel_id }, [row], {
      metadata: false,
    })
    if (!channel || !message) continue
    const seen = toChannelObject(channel, caller)
    const author = await findUser(db, row.team_id, row.user_id)
    objects.push({
      iid: `${row.channel_id}-${row.ts}`,
      team: row.team_id,
      score,
      channel: {
        id: channel.id,
        name: seen.name ?? seen.user ?? '',
        ...(seen.user === undefined ? {} : { user: seen.user }),
        is_channel: seen.is_channel,
        is_group: seen.is_group,
        is_im: seen.is_im,
        is_mpim: seen.is_mpim,
        is_private: seen.is_private,
        is_archived: seen.is_archived,
        is_shared: seen.is_shared,
        is_org_shared: false,
        is_ext_shared: seen.is_ext_shared ?? false,
        is_pending_ext_shared: false,
        pending_shared: [],
      },
      type: 'message',
      user: row.user_id,
      username: row.username ?? author?.name ?? '',
      ts: row.ts,
      text: highlighted === undefined ? message.text : highlight(message.text, highlighted),
      blocks: message.blocks,
      ...(message.files ? { files: message.files } : {}),
      ...(message.attachments ? { attachments: message.attachments } : {}),
      permalink: permalinkOf(db, row),
      no_reactions: message.reactions === undefined,
    })
  }
  return objects
}
