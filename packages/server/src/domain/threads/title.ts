import type { Channel } from '#domain/channels/find'
import type { Change } from '#store/tables/change'
import type { Tx } from '#store/db'
import { threadEntry, findThreadDetails, lockThread } from './find.ts'

/** [THR-1] Longer titles are cut. The limit counts characters. */
const maxTitleLength = 255

/** Sets the title of a thread for everyone. An empty text removes it. */
export async function setThreadTitle(
  tx: Tx,
  channel: Channel,
  threadTs: string,
  text: string,
  userId: string,
): Promise<void> {
  const title = toOneLine(text) || null
  await lockThread(tx, channel, threadTs)
  const before = (await findThreadDetails(tx, channel, threadTs))?.title ?? null
  await tx
    .insertInto('threads')
    .values({ team_id: channel.team_id, channel_id: channel.id, thread_ts: threadTs, ...noThreadDetails, title })
    .onConflict((conflict) => conflict.columns(['team_id', 'channel_id', 'thread_ts']).doUpdateSet({ title }))
    .execute()
  const change: Change = { type: 'titled', title: title ?? '', before }
  tx.work.log({ ...threadEntry(channel, threadTs), ...(title === before ? {} : { subject: userId, change }) })
}

/** The columns of a thread for which no app has set anything. */
export const noThreadDetails = {
  title: null,
  prompts: null,
  prompts_title: null,
  prompts_app_id: null,
  initiator_user_id: null,
}

function toOneLine(text: string): string {
  const line = text.toWellFormed().trim().replaceAll(/\s+/g, ' ')
  const characters = Array.from(line.slice(0, maxTitleLength * 2 + 1))
  return characters.length <= maxTitleLength ? line : `${characters.slice(0, maxTitleLength - 1).join('')}…`
}
