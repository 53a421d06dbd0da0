import type { Channel } from '#domain/channels/find'
import { installedApp } from '#domain/apps/profiles'
import { findUser } from '#domain/people/users'
import { homeOf } from '#domain/views/find'
import { viewOnWire } from '#objects/view'
import { threadFacts } from '#domain/threads/find'
import { teamOf } from '#domain/access/grants'
import type { Change } from '#store/tables/change'
import type { Db } from '#store/db'
import type { AppEvent, Inner } from './appEvent.ts'

/** What an entry is about, beside its change. */
interface About {
  /** Who did it. */
  user: string
  /** The thread, where there is one. */
  ts: string
  eventTs: string
}

type Told = Extract<Change, { looking: string | null }>

/** [EVT-10] What a person did beside an app in a direct message: for that app alone. */
export async function besideEvents(db: Db, channel: Channel, change: Told, about: About): Promise<AppEvent[]> {
  const bots = await Promise.all([...channel.members].map((id) => findUser(db, channel.team_id, id)))
  const bot = bots.find((user) => user?.app_id)
  if (!bot) return []
  const { looking } = change
  const enterprise_id = (await teamOf(db, channel.team_id))?.enterpriseId ?? null
  const tab = change.type === 'app_opened' ? change.tab : undefined
  const home = tab === 'home' ? await homeOn(db, channel.team_id, bot.app_id ?? '', about.user) : {}
  const event = ((): Inner => {
    const { user, eventTs: event_ts } = about
    const context = looking === null ? {} : { entities: [entity(looking, channel.team_id)] }
    switch (change.type) {
      case 'app_opened':
        return { type: 'app_home_opened', user, channel: channel.id, tab: change.tab, ...home, context, event_ts }
      case 'looks':
        return { type: 'app_context_changed', user, channel: channel.id, context, event_ts }
      case 'thread_started':
      case 'thread_looks': {
        const type = change.type === 'thread_started' ? 'assistant_thread_started' : 'assistant_thread_context_changed'
        const seen = looking === null ? {} : { channel_id: looking, team_id: channel.team_id, enterprise_id }
        const assistant_thread = { user_id: user, context: seen, channel_id: channel.id, thread_ts: about.ts }
        return { type, assistant_thread, event_ts }
      }
    }
  })()
  return [{ subscription: event.type, scope: undefined, only: bot.id, ts: null, event }]
}

/** [ACT-10] What the home shows that was opened, if anything does. */
async function homeOn(db: Db, teamId: string, appId: string, userId: string): Promise<object> {
  const row = await homeOf(db, { teamId, appId, userId })
  const app = row && (await installedApp(db, teamId, appId))
  return app ? { view: viewOnWire(row, app.calling.botId) } : {}
}

function entity(channelId: string, teamId: string) {
  return { type: 'slack#/types/channel_id', value: channelId, team_id: teamId }
}

/** [STR-6] A person stopped what an app was at. */
export function stopEvents(
  channel: Channel,
  { streams }: Extract<Change, { type: 'session_stopped' }>,
  { user, ts, eventTs }: About,
  botUser: string,
): AppEvent[] {
  const type = 'agent_session_stopped'
  const event = { type, channel: channel.id, user, thread_ts: ts, streaming_message_ts: streams, event_ts: eventTs }
  return [{ subscription: type, scope: undefined, only: botUser, ts: null, event }]
}

/** [EVT-10] A thread has another title: for each agent that has a part in it. */
export async function titleEvents(
  db: Db,
  channel: Channel,
  { title, before }: Extract<Change, { type: 'titled' }>,
  { user, ts, eventTs }: About,
): Promise<AppEvent[]> {
  const type = 'agent_session_title_changed'
  const agents = (await threadFacts(db, channel, ts))?.agents ?? []
  const previous = before === null ? {} : { previous_title: before }
  const place = { channel: channel.id, user, team_id: channel.team_id, thread_ts: ts }
  const event = { type, ...place, title, ...previous, event_ts: eventTs }
  return agents.map((agent) => ({ subscription: type, scope: undefined, only: agent.user_id, ts: null, event }))
}
