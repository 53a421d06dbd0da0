import type { Channel } from '#domain/channels/find'
import type { Change } from '#store/tables/change'
import type { Tx } from '#store/db'
import { threadEntry, threadFacts } from './find.ts'

/** [THR-1] Characters of a title; what an app says beyond them is cut. */
const longest = 255

/** Names a thread, for everybody in it. Without words it has no title. */
export async function setTitle(tx: Tx, channel: Channel, threadTs: string, given: string, by: string): Promise<void> {
  const title = oneLine(given) || null
  const before = (await threadFacts(tx, channel, threadTs))?.title ?? null
  await tx
    .insertInto('threads')
    .values({ team_id: channel.team_id, channel_id: channel.id, thread_ts: threadTs, ...noFacts, title })
    .onConflict((conflict) => conflict.columns(['team_id', 'channel_id', 'thread_ts']).doUpdateSet({ title }))
    .execute()
  const change: Change = { type: 'titled', title: title ?? '', before }
  tx.work.log({ ...threadEntry(channel, threadTs), ...(title === before ? {} : { subject: by, change }) })
}

/** Of a thread that nothing was said about. */
export const noFacts = {
  title: null,
  prompts: null,
  prompts_title: null,
  prompts_app_id: null,
  initiator_user_id: null,
}

function oneLine(text: string): string {
  const line = text.toWellFormed().trim().replaceAll(/\s+/g, ' ')
  const characters = Array.from(line.slice(0, longest * 2 + 1))
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`
}
