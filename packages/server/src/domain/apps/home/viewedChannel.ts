import type { Tx } from '#store/db'
import type { Caller } from '#domain/access/caller'
import { findNewestAssistantThread } from './assistantThreads.ts'
import { logForApp, requireAppHome, type ViewedChannel, visibleToBoth } from './find.ts'

interface View {
  /** The direct message with the app. */
  channelId: string
  /** The conversation that is shown next to the channel; else the newest one. */
  threadTs?: string | undefined
  viewedChannel?: ViewedChannel
}

/** A person views another channel next to an app. An assistant receives it with the thread that is shown beside it. */
export async function setViewedChannel(tx: Tx, person: Caller, view: View): Promise<void> {
  const home = await requireAppHome(tx, person, view.channelId)
  const visible = await visibleToBoth(tx, person, home, view.viewedChannel)
  if (home.facts.agent) return logForApp(tx, person, home, 'app_context_changed', { type: 'looks', looking: visible })
  const threadTs = await findNewestAssistantThread(tx, home.channel, view.threadTs)
  if (threadTs === undefined) return
  logForApp(tx, person, home, 'assistant_thread_context_changed', { type: 'thread_looks', looking: visible }, threadTs)
}
