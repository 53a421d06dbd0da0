import { z } from 'zod'
import type { Channel } from '#domain/channels/find'
import { findChannel } from '#domain/channels/find'
import type { FileRow } from '#domain/files/find'
import { fileUrlsOf } from '#domain/files/urls'
import { fileTypeOf } from '#domain/files/types'
import type { MessageRow } from '#domain/messages/find'
import { jsonBytes } from '#domain/page'
import { permalinkOf } from '#domain/messages/permalink'
import { displayNameOf, findUser, type UserRow } from '#domain/people/users'
import { Pace } from '#domain/pace'
import { findNeighbours } from '#domain/search/context'
import type { Db } from '#store/db'

const blocks = z.array(z.record(z.string(), z.unknown())).optional()
const neighbour = z.object({ user_id: z.string(), ts: z.string(), text: z.string(), blocks })

export const assistantSearchResults = z.object({
  messages: z
    .array(
      z.object({
        author_name: z.string(),
        author_user_id: z.string(),
        team_id: z.string(),
        channel_id: z.string(),
        channel_name: z.string(),
        message_ts: z.string(),
        content: z.string(),
        is_author_bot: z.boolean(),
        permalink: z.string(),
        blocks,
        context_messages: z.object({ before: z.array(neighbour), after: z.array(neighbour) }).optional(),
      }),
    )
    .optional(),
  files: z
    .array(
      z.object({
        file_id: z.string(),
        title: z.string(),
        file_type: z.string(),
        uploader_user_id: z.string(),
        author_user_id: z.string(),
        author_name: z.string(),
        team_id: z.string(),
        date_created: z.int(),
        date_updated: z.int(),
        permalink: z.string(),
        content: z.string().describe('Always empty: the content of files is not searched.'),
      }),
    )
    .optional(),
  channels: z
    .array(
      z.object({
        name: z.string(),
        topic: z.string(),
        purpose: z.string(),
        creator_user_id: z.string(),
        creator_name: z.string(),
        team_id: z.string(),
        date_created: z.int(),
        date_updated: z.int(),
        permalink: z.string(),
      }),
    )
    .optional(),
  users: z
    .array(
      z.object({
        user_id: z.string(),
        name: z.string(),
        real_name: z.string(),
        team_id: z.string(),
        content: z.string(),
      }),
    )
    .optional(),
})

type Results = z.input<typeof assistantSearchResults>
type Shown = { context: boolean; blocks: boolean; mark: (text: string) => string }

export async function toFoundMessages(db: Db, rows: readonly MessageRow[], shown: Shown): Promise<Results['messages']> {
  const found: NonNullable<Results['messages']> = []
  const pace = new Pace()
  for (const row of rows) {
    await pace.next()
    const channel = await findChannel(db, row.team_id, row.channel_id)
    const around = shown.context ? await findNeighbours(db, row) : undefined
    const toNeighbour = (near: MessageRow) => ({
      user_id: near.user_id,
      ts: near.ts,
      text: near.text.slice(0, maxText).toWellFormed(),
      ...blocksOf(near, shown),
    })
    found.push({
      author_name: row.username ?? (await nameOf(db, row.team_id, row.user_id)),
      author_user_id: row.user_id,
      team_id: row.team_id,
      channel_id: row.channel_id,
      channel_name: channel?.name ?? '',
      message_ts: row.ts,
      content: shown.mark(row.text.slice(0, maxText).toWellFormed()),
      is_author_bot: row.bot_id !== null,
      permalink: permalinkOf(db, row),
      ...blocksOf(row, shown),
      ...(around
        ? { context_messages: { before: around.before.map(toNeighbour), after: around.after.map(toNeighbour) } }
        : {}),
    })
  }
  return found
}

/** [ENV-12] An answer has up to a hundred messages: long ones are cut, and their blocks left out. */
const maxText = 2000
const maxBlockBytes = 4000

function blocksOf({ blocks }: MessageRow, shown: Shown) {
  if (!shown.blocks || jsonBytes(blocks) > maxBlockBytes) return {}
  return { blocks: blocks.map((block) => ({ ...block })) }
}

export async function toFoundFiles(db: Db, rows: readonly FileRow[]): Promise<Results['files']> {
  return Promise.all(
    rows.map(async (row) => ({
      file_id: row.id,
      title: row.title,
      file_type: fileTypeOf(row).filetype,
      uploader_user_id: row.user_id,
      author_user_id: row.user_id,
      author_name: await nameOf(db, row.team_id, row.user_id),
      team_id: row.team_id,
      date_created: Math.floor(row.created_at / 1000),
      date_updated: Math.floor(row.created_at / 1000),
      permalink: fileUrlsOf(db, row).permalink,
      content: '',
    })),
  )
}

export async function toFoundChannels(db: Db, channels: readonly Channel[]): Promise<Results['channels']> {
  return Promise.all(
    channels.map(async (channel) => ({
      name: channel.name,
      topic: channel.topic,
      purpose: channel.purpose,
      creator_user_id: channel.creator ?? '',
      creator_name: channel.creator ? await nameOf(db, channel.team_id, channel.creator) : '',
      team_id: channel.team_id,
      date_created: Math.floor(channel.created_at / 1000),
      date_updated: Math.floor((channel.topic_at ?? channel.created_at) / 1000),
      permalink: `${db.cache.publicUrl}/archives/${channel.id}`,
    })),
  )
}

export function toFoundUsers(users: readonly UserRow[]): Results['users'] {
  return users.map((user) => ({
    user_id: user.id,
    name: user.name,
    real_name: user.real_name,
    team_id: user.team_id,
    content: displayNameOf(user),
  }))
}

async function nameOf(db: Db, teamId: string, userId: string): Promise<string> {
  const user = await findUser(db, teamId, userId)
  return user ? displayNameOf(user) : ''
}
