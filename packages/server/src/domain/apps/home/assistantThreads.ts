import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import type { Tx } from '#store/db'
import type { Caller } from '#domain/access/caller'
import { type Channel, findChannel } from '#domain/channels/find'
import { postMessage } from '#domain/messages/post'
import { findPostingTarget } from '#domain/channels/postingRules'
import { Refusal } from '#domain/refusal'
import { findAppHome, logForApp, requireAppHome, toBotCaller, type ViewedChannel, visibleToBoth } from './find.ts'

/** [EVT-10] A person starts a thread with an assistant. Returns the ts of its root, whose author is the app. */
export async function startAssistantThread(
  tx: Tx,
  person: Caller,
  channelId: string,
  viewedChannel?: ViewedChannel,
): Promise<string> {
  await findPostingTarget(tx, person, channelId, undefined)
  const home = await requireAppHome(tx, person, channelId)
  if (!home.facts.usesAssistantThreads) throw new Refusal('not_enabled', `${home.app.name} does not talk in threads.`)
  const { channel, app } = home
  const text = 'New conversation'
  const root = await postMessage(tx, toBotCaller(app, channel), {
    channel,
    threadTs: undefined,
    text,
    blocks: blocksFromMarkdown(text),
    subtype: 'assistant_app_thread',
  })
  const change = { type: 'thread_started', looking: await visibleToBoth(tx, person, home, viewedChannel) } as const
  logForApp(tx, person, home, 'assistant_thread_started', change, root.ts)
  return root.ts
}

/**
 * [EVT-10] Finds the thread for a message that a person sends outside of threads, in a direct message with an assistant:
 * that of the newest root, whoever wrote it. The first one is started. Undefined for other channels.
 */
export async function findOrStartAssistantThread(
  tx: Tx,
  person: Caller,
  channelId: string,
): Promise<string | undefined> {
  const channel = await findChannel(tx, person.teamId, channelId)
  const home = channel?.kind === 'im' ? await findAppHome(tx, person, channel) : undefined
  if (!home?.facts.usesAssistantThreads) return undefined
  await tx.lock(`assistant ${person.teamId} ${channelId}`)
  const isBegun = (await findNewestAssistantThread(tx, home.channel)) !== undefined
  return isBegun ? findNewestRoot(tx, home.channel) : startAssistantThread(tx, person, channelId)
}

async function findNewestRoot(tx: Tx, channel: Channel): Promise<string | undefined> {
  const row = await selectOpenRoots(tx, channel).where('notice', 'is', null).executeTakeFirst()
  return row?.ts
}

/** The newest thread with the assistant; or the one that `ts` names, if it is such a thread. */
export async function findNewestAssistantThread(tx: Tx, channel: Channel, ts?: string): Promise<string | undefined> {
  let threads = selectOpenRoots(tx, channel).where('subtype', '=', 'assistant_app_thread')
  if (ts !== undefined) threads = threads.where('ts', '=', ts)
  const row = await threads.executeTakeFirst()
  return row?.ts
}

/** The newest root first. */
function selectOpenRoots(tx: Tx, channel: Channel) {
  return tx
    .selectFrom('messages')
    .select('ts')
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('thread_ts', 'is', null)
    .where('deleted', '=', false)
    .where('locked', '=', false)
    .orderBy('ts', 'desc')
    .limit(1)
}
