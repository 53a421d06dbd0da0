import type { SentEvent } from '#domain/apps/sentEvents'
import type { Channel } from '#domain/channels/find'
import { findInstalledApp } from '#domain/apps/profiles'
import { findUser } from '#domain/people/users'
import { findHome } from '#domain/views/find'
import { toViewObject } from '#objects/view'
import { findThreadDetails } from '#domain/threads/find'
import { findTeam } from '#domain/access/teams'
import type { Change } from '#store/tables/change'
import type { Db } from '#store/db'
import type { AppEvent, InnerEvent } from './appEvent.ts'

/** What a log entry says besides its change. */
interface EventContext {
  /** The person who did it. */
  user: string
  /** The ts of the thread, if there is one. */
  ts: string
  eventTs: string
}

type AppHomeChange = Extract<Change, { looking: string | null }>

/** [EVT-10] What a person did in the direct message with an app. Only that app receives the event. */
export async function appHomeEvents(
  db: Db,
  channel: Channel,
  change: AppHomeChange,
  context: EventContext,
): Promise<AppEvent[]> {
  const bots = await Promise.all([...channel.members].map((id) => findUser(db, channel.team_id, id)))
  const bot = bots.find((user) => user?.app_id)
  if (!bot) return []
  const { looking } = change
  const enterprise_id = (await findTeam(db, channel.team_id))?.enterpriseId ?? null
  const tab = change.type === 'app_opened' ? change.tab : undefined
  const home = tab === 'home' ? await findHomeView(db, channel.team_id, bot.app_id ?? '', context.user) : {}
  const event = ((): InnerEvent & { type: SentEvent } => {
    const { user, eventTs: event_ts } = context
    const viewed = looking === null ? {} : { entities: [channelEntity(looking, channel.team_id)] }
    switch (change.type) {
      case 'app_opened':
        return {
          type: 'app_home_opened',
          user,
          channel: channel.id,
          tab: change.tab,
          ...home,
          context: viewed,
          event_ts,
        }
      case 'looks':
        return { type: 'app_context_changed', user, channel: channel.id, context: viewed, event_ts }
      case 'thread_started':
      case 'thread_looks': {
        const type = change.type === 'thread_started' ? 'assistant_thread_started' : 'assistant_thread_context_changed'
        const viewedChannel = looking === null ? {} : { channel_id: looking, team_id: channel.team_id, enterprise_id }
        const assistant_thread = {
          user_id: user,
          context: viewedChannel,
          channel_id: channel.id,
          thread_ts: context.ts,
        }
        return { type, assistant_thread, event_ts }
      }
    }
  })()
  return [{ subscription: event.type, scope: undefined, onlyForBot: bot.id, ts: null, event }]
}

/** [ACT-10] The view on the Home tab that was opened, if the app has published one. */
async function findHomeView(db: Db, teamId: string, appId: string, userId: string): Promise<object> {
  const row = await findHome(db, { teamId, appId, userId })
  const app = row && (await findInstalledApp(db, teamId, appId))
  return app ? { view: toViewObject(row, app.calling.botId) } : {}
}

function channelEntity(channelId: string, teamId: string) {
  return { type: 'slack#/types/channel_id', value: channelId, team_id: teamId }
}

/** [STR-6] A person stopped the work of an app. */
export function stopEvents(
  channel: Channel,
  { streams }: Extract<Change, { type: 'session_stopped' }>,
  { user, ts, eventTs }: EventContext,
  botUser: string,
): AppEvent[] {
  const type = 'agent_session_stopped'
  const event = { type, channel: channel.id, user, thread_ts: ts, streaming_message_ts: streams, event_ts: eventTs }
  return [{ subscription: type, scope: undefined, onlyForBot: botUser, ts: null, event }]
}

/** [EVT-10] The title of a thread changed. Each agent of the thread receives an event. */
export async function titleEvents(
  db: Db,
  channel: Channel,
  { title, before }: Extract<Change, { type: 'titled' }>,
  { user, ts, eventTs }: EventContext,
): Promise<AppEvent[]> {
  const type = 'agent_session_title_changed'
  const agents = (await findThreadDetails(db, channel, ts))?.agents ?? []
  const previous = before === null ? {} : { previous_title: before }
  const where = { channel: channel.id, user, team_id: channel.team_id, thread_ts: ts }
  const event = { type, ...where, title, ...previous, event_ts: eventTs }
  return agents.map((agent) => ({ subscription: type, scope: undefined, onlyForBot: agent.user_id, ts: null, event }))
}
