import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import type { Change } from '#store/tables/change'
import type { Db, Tx } from '#store/db'
import type { Caller, CallingApp } from '#domain/access/caller'
import { type Channel, findChannel, isVisibleTo, noSuchChannel } from '#domain/channels/find'
import { entry } from '#domain/log/entry'
import { manifestFacts } from './manifest.ts'
import { postMessage } from '#domain/messages/post'
import { postablePlace, reachableChannel } from '#domain/channels/postingRules'
import { Refusal } from '#domain/refusal'

/** What a person looks at beside an app: a channel. */
export type Looking = string | undefined

interface Beside {
  channel: Channel
  app: CallingApp
  facts: ReturnType<typeof manifestFacts>
}

/** A person opens an app. [EVT-10] With an assistant that they never spoke with, a thread begins. */
export async function openApp(
  tx: Tx,
  person: Caller,
  { channelId, tab, looking }: { channelId: string; tab: 'home' | 'messages'; looking?: Looking },
): Promise<string | undefined> {
  const beside = await appBeside(tx, person, channelId)
  const change = { type: 'app_opened', tab, looking: await seenByBoth(tx, person, beside, looking) } as const
  tell(tx, person, beside, 'app_home_opened', change)
  if (tab === 'home' || !beside.facts.converses || !beside.facts.messagesTab) return undefined
  await tx.alone(`assistant ${beside.channel.team_id} ${channelId}`)
  if (await hasMessages(tx, beside.channel)) return undefined
  return beginThread(tx, person, channelId, looking)
}

/** [EVT-10] A person begins a thread with an assistant. Answers the ts of its root, which stands there as the app's. */
export async function beginThread(tx: Tx, person: Caller, channelId: string, looking?: Looking): Promise<string> {
  await postablePlace(tx, person, channelId, undefined)
  const beside = await appBeside(tx, person, channelId)
  if (!beside.facts.converses) throw new Refusal('not_enabled', `${beside.app.name} does not speak in threads.`)
  const { channel, app } = beside
  const text = 'New conversation'
  const root = await postMessage(tx, actingAs(app, channel), {
    channel,
    threadTs: undefined,
    text,
    blocks: blocksFromMarkdown(text),
    subtype: 'assistant_app_thread',
  })
  const change = { type: 'thread_started', looking: await seenByBoth(tx, person, beside, looking) } as const
  tell(tx, person, beside, 'assistant_thread_started', change, root.ts)
  return root.ts
}

/** [EVT-10] Where belongs what a person says on top of a direct message: an assistant is spoken with in threads. */
export async function threadToSpeakIn(tx: Tx, person: Caller, channelId: string): Promise<string | undefined> {
  const channel = await findChannel(tx, person.teamId, channelId)
  const beside = channel?.kind === 'im' ? await findBeside(tx, person, channel) : undefined
  if (!beside?.facts.converses) return undefined
  await tx.alone(`assistant ${person.teamId} ${channelId}`)
  return (await newestThread(tx, beside.channel)) ?? beginThread(tx, person, channelId)
}

/** A person looks at another channel beside an app: an assistant is told with its newest thread. */
export async function lookBeside(
  tx: Tx,
  person: Caller,
  { channelId, looking }: { channelId: string; looking?: Looking },
): Promise<void> {
  const beside = await appBeside(tx, person, channelId)
  const seen = await seenByBoth(tx, person, beside, looking)
  if (beside.facts.agent) return tell(tx, person, beside, 'app_context_changed', { type: 'looks', looking: seen })
  const threadTs = await newestThread(tx, beside.channel)
  if (threadTs === undefined) return
  tell(tx, person, beside, 'assistant_thread_context_changed', { type: 'thread_looks', looking: seen }, threadTs)
}

async function appBeside(db: Db, person: Caller, channelId: string): Promise<Beside> {
  const { channel } = await reachableChannel(db, person, channelId)
  const beside = channel.kind === 'im' ? await findBeside(db, person, channel) : undefined
  if (!beside) throw noSuchChannel(channelId)
  return beside
}

async function findBeside(db: Db, person: Caller, channel: Channel): Promise<Beside | undefined> {
  const other = [...channel.members].find((member) => member !== person.userId)
  const row = await db
    .selectFrom('apps')
    .innerJoin('installations', 'installations.app_id', 'apps.id')
    .select(['apps.id', 'bot_id', 'bot_user', 'manifest'])
    .where('bot_user', '=', other ?? '')
    .where('installations.team_id', '=', channel.team_id)
    .where('removed', '=', false)
    .executeTakeFirst()
  if (!row) return undefined
  const facts = manifestFacts(row.manifest, row.id)
  const { name, messagesTab, agent, hearsStop } = facts
  const app = { id: row.id, botId: row.bot_id, botUser: row.bot_user, name, messagesTab, agent, hearsStop }
  return { channel, facts, app }
}

function actingAs(app: CallingApp, channel: Channel): Caller {
  return {
    kind: 'bot',
    teamId: channel.team_id,
    userId: app.botUser,
    app,
    scopes: [],
    enterpriseId: undefined,
    teamsGranted: undefined,
  }
}

/** [EVT-10] The channel that a person looks at, if they and the app may both know of it. */
async function seenByBoth(db: Db, person: Caller, { channel, app }: Beside, looking: Looking): Promise<string | null> {
  if (looking === undefined || looking === channel.id) return null
  const seen = await findChannel(db, channel.team_id, looking)
  if (!seen || !isVisibleTo(seen, person) || !isVisibleTo(seen, actingAs(app, channel))) return null
  return seen.blocked_apps.includes(app.id) ? null : seen.id
}

/** What nobody subscribes to is not written down. */
function tell(tx: Tx, person: Caller, { channel, facts }: Beside, event: string, change: Change, ts?: string): void {
  if (!facts.events.includes(event)) return
  const about = { channelId: channel.id, subject: person.userId, change, ...(ts === undefined ? {} : { ts }) }
  tx.work.log(entry('app', channel.team_id, about))
}

async function newestThread(tx: Tx, channel: Channel): Promise<string | undefined> {
  const row = await tx
    .selectFrom('messages')
    .select('ts')
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('subtype', '=', 'assistant_app_thread')
    .where('deleted', '=', false)
    .where('locked', '=', false)
    .orderBy('ts', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.ts
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
