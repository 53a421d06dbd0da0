import type { Tx } from '#store/db'
import type { Caller } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'
import { logForApp, requireAppHome, type ViewedChannel, visibleToBoth } from './find.ts'
import { startAssistantThread } from './assistantThreads.ts'

/** [EVT-10] A person opens an app. If it is an assistant without any messages yet, a thread is started and its ts returned. */
export async function openAppHome(
  tx: Tx,
  person: Caller,
  { channelId, tab, viewedChannel }: { channelId: string; tab: 'home' | 'messages'; viewedChannel?: ViewedChannel },
): Promise<string | undefined> {
  const home = await requireAppHome(tx, person, channelId)
  const change = { type: 'app_opened', tab, looking: await visibleToBoth(tx, person, home, viewedChannel) } as const
  logForApp(tx, person, home, 'app_home_opened', change)
  if (tab === 'home' || !home.facts.usesAssistantThreads || !home.facts.messagesTab) return undefined
  await tx.lock(`assistant ${home.channel.team_id} ${channelId}`)
  if (await hasMessages(tx, home.channel)) return undefined
  return startAssistantThread(tx, person, channelId, viewedChannel)
}

async function hasMessages(tx: Tx, channel: Channel): Promise<boolean> {
  const row = await tx
    .selectFrom('messages')
    .select('ts')
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
