import { escaped } from '@rivulet/blocks/mrkdwn'
import { now } from '#domain/clock'
import { entry } from '#domain/log/entry'
import { nextTs } from '#domain/ts'
import type { Tx } from '#store/db'
import type { Notice } from '#store/tables/notice'

/** [ROM-8] Says in a channel what became of it: a message that nobody wrote, and that counts as nobody's. */
export async function tellRoom(
  tx: Tx,
  room: { team_id: string; id: string },
  userId: string,
  notice: Notice,
): Promise<void> {
  const { team_id: teamId, id: channelId } = room
  const ts = await nextTs(tx, teamId, channelId)
  await tx
    .insertInto('messages')
    .values({
      team_id: teamId,
      channel_id: channelId,
      ts,
      user_id: userId,
      text: `<@${userId}> ${deedOf(notice)}`,
      blocks: [],
      notice,
      locked: false,
      deleted: false,
      created_at: now(),
    })
    .execute()
  const change = { type: 'posted', streams: false } as const
  tx.work.log(entry('message', teamId, { channelId, ts, subject: userId, change }))
}

/** In the words that apps know. */
function deedOf(notice: Notice): string {
  switch (notice.subtype) {
    case 'channel_join':
      return 'has joined the channel'
    case 'channel_leave':
      return 'has left the channel'
    case 'channel_topic':
      return notice.topic ? `set the channel topic: ${escaped(notice.topic)}` : 'cleared channel topic'
    case 'channel_purpose':
      return notice.purpose ? `set the channel purpose: ${escaped(notice.purpose)}` : 'cleared channel purpose'
    case 'channel_name':
      return `has renamed the channel from "${notice.old_name}" to "${notice.name}"`
    case 'channel_archive':
      return 'archived the channel'
    case 'channel_unarchive':
      return 'un-archived the channel'
  }
}
