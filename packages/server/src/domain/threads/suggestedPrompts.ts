import type { Channel } from '#domain/channels/find'
import type { MessageRow } from '#domain/messages/find'
import type { Tx } from '#store/db'
import type { Prompt } from '#store/tables/threads'
import { noThreadTs, threadEntry } from './find.ts'
import { noThreadDetails } from './title.ts'

export interface PromptSuggestion {
  channel: Channel
  threadTs: string
  appId: string
  title: string | undefined
  prompts: readonly Prompt[]
}

/** [THR-3] Replaces the suggested prompts of a thread. An empty list clears them. */
export async function suggestPrompts(tx: Tx, { channel, threadTs, appId, ...given }: PromptSuggestion): Promise<void> {
  const hasPrompts = given.prompts.length > 0
  const suggested = {
    prompts: hasPrompts ? [...given.prompts] : null,
    prompts_title: hasPrompts ? (given.title ?? null) : null,
    prompts_app_id: hasPrompts ? appId : null,
  }
  await tx
    .insertInto('threads')
    .values({ team_id: channel.team_id, channel_id: channel.id, thread_ts: threadTs, ...noThreadDetails, ...suggested })
    .onConflict((conflict) => conflict.columns(['team_id', 'channel_id', 'thread_ts']).doUpdateSet(suggested))
    .execute()
  tx.work.log(threadEntry(channel, threadTs))
}

/** [THR-3] Clears the prompts of a direct message itself, and of a thread in which a person is about to write. */
export async function clearSuggestedPrompts(tx: Tx, channel: Channel, threadTs: string | undefined): Promise<void> {
  const dropped = await tx
    .updateTable('threads')
    .set({ prompts: null, prompts_title: null, prompts_app_id: null })
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('thread_ts', 'in', threadTs === undefined ? [noThreadTs] : [noThreadTs, threadTs])
    .where('prompts', 'is not', null)
    .returning('thread_ts')
    .execute()
  for (const thread of dropped) tx.work.log(threadEntry(channel, thread.thread_ts))
}

/** Finds the thread of the newest message, which is the one that a person who opens the channel most likely reads. */
export async function findNewestThread(tx: Tx, channel: Channel): Promise<string | undefined> {
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
