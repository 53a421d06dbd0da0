import { escapeMrkdwn } from '@rivulet/blocks/mrkdwn'
import { logEntry } from '#domain/log/entry'
import { nextTs } from '#domain/ts'
import type { Tx } from '#store/db'
import type { Notice } from '#store/tables/notice'

/** [ROM-8] Posts a message that nobody wrote, which says what has happened to the channel. */
export async function postSystemMessage(
  tx: Tx,
  channel: { team_id: string; id: string },
  userId: string,
  notice: Notice,
): Promise<void> {
  const { team_id: teamId, id: channelId } = channel
  const ts = await nextTs(tx, teamId, channelId)
  await tx
    .insertInto('messages')
    .values({
      team_id: teamId,
      channel_id: channelId,
      ts,
      user_id: userId,
      text: `<@${userId}> ${systemMessageText(notice)}`,
      blocks: [],
      notice,
      locked: false,
      deleted: false,
      created_at: tx.clock.now(),
    })
    .execute()
  const change = { type: 'posted', streams: false } as const
  tx.work.log(logEntry('message', teamId, { channelId, ts, subject: userId, change }))
}

/** The wording is that of the API. */
function systemMessageText(notice: Notice): string {
  switch (notice.subtype) {
    case 'channel_join':
      return 'has joined the channel'
    case 'channel_leave':
      return 'has left the channel'
    case 'channel_topic':
      return notice.topic ? `set the channel topic: ${escapeMrkdwn(notice.topic)}` : 'cleared channel topic'
    case 'channel_purpose':
      return notice.purpose ? `set the channel purpose: ${escapeMrkdwn(notice.purpose)}` : 'cleared channel purpose'
    case 'channel_name':
      return `has renamed the channel from "${notice.old_name}" to "${notice.name}"`
    case 'channel_archive':
      return 'archived the channel'
    case 'channel_unarchive':
      return 'un-archived the channel'
  }
}
