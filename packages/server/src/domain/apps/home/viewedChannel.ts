import type { Tx } from '#store/db'
import type { Caller } from '#domain/access/caller'
import { findNewestAssistantThread } from './assistantThreads.ts'
import { logForApp, requireAppHome, type ViewedChannel, visibleToBoth } from './find.ts'

/** A person views another channel next to an app. An assistant receives it with its newest thread. */
export async function setViewedChannel(
  tx: Tx,
  person: Caller,
  { channelId, viewedChannel }: { channelId: string; viewedChannel?: ViewedChannel },
): Promise<void> {
  const home = await requireAppHome(tx, person, channelId)
  const visible = await visibleToBoth(tx, person, home, viewedChannel)
  if (home.facts.agent) return logForApp(tx, person, home, 'app_context_changed', { type: 'looks', looking: visible })
  const threadTs = await findNewestAssistantThread(tx, home.channel)
  if (threadTs === undefined) return
  logForApp(tx, person, home, 'assistant_thread_context_changed', { type: 'thread_looks', looking: visible }, threadTs)
}
