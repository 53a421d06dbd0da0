import type { Channel } from '#domain/channels/find'
import type { MessageRow } from '#domain/messages/find'
import type { Tx } from '#store/db'
import type { Prompt } from '#store/tables/tables'
import { outside, threadEntry } from './find.ts'
import { noFacts } from './title.ts'

export interface Suggestion {
  channel: Channel
  threadTs: string
  appId: string
  title: string | undefined
  prompts: readonly Prompt[]
}

/** [THR-3] Suggests what to say; it takes the place of what was suggested there before. An empty list clears. */
export async function suggestPrompts(tx: Tx, { channel, threadTs, appId, ...given }: Suggestion): Promise<void> {
  const some = given.prompts.length > 0
  const suggested = {
    prompts: some ? [...given.prompts] : null,
    prompts_title: some ? (given.title ?? null) : null,
    prompts_app_id: some ? appId : null,
  }
  await tx
    .insertInto('threads')
    .values({ team_id: channel.team_id, channel_id: channel.id, thread_ts: threadTs, ...noFacts, ...suggested })
    .onConflict((conflict) => conflict.columns(['team_id', 'channel_id', 'thread_ts']).doUpdateSet(suggested))
    .execute()
  tx.work.log(threadEntry(channel, threadTs))
}

/** [THR-3] Somebody has said something: the suggestions of that thread, and of the direct message, have done their work. */
export async function dropPrompts(tx: Tx, channel: Channel, threadTs: string): Promise<void> {
  const dropped = await tx
    .updateTable('threads')
    .set({ prompts: null, prompts_title: null, prompts_app_id: null })
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('thread_ts', 'in', [outside, threadTs])
    .where('prompts', 'is not', null)
    .returning('thread_ts')
    .execute()
  for (const thread of dropped) tx.work.log(threadEntry(channel, thread.thread_ts))
}

/** The thread that somebody who opens the channel is likely to be in: that of its newest message. */
export async function newestThread(tx: Tx, channel: Channel): Promise<string | undefined> {
  const newest: Pick<MessageRow, 'ts' | 'thread_ts'> | undefined = await tx
    .selectFrom('messages')
    .select(['ts', 'thread_ts'])
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('deleted', '=', false)
    .where('notice', 'is', null)
    .orderBy('ts', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest && (newest.thread_ts ?? newest.ts)
}
