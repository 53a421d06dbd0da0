import type { PlacedElement } from '@rivulet/blocks/elements'
import type { FieldValues } from '#domain/interactions/inputFields'
import type { Place } from '#domain/interactions/target'
import type { InstalledApp } from '#domain/apps/profiles'
import type { Caller } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'
import { now } from '#domain/clock'
import { teamOf } from '#domain/access/grants'
import type { MessageRow } from '#domain/messages/find'
import { tsOf } from '#domain/ts'
import { findUser } from '#domain/people/users'
import { belowOf, type ViewRow } from '#domain/views/find'
import { messagesOnWire } from '#objects/message'
import { viewOnWire } from '#objects/view'
import type { Db } from '#store/db'
import { legacyToken } from '#delivery/outbox/deliveries'

type Json = Record<string, unknown>

/** What every payload says: who acted, where, and for which app it is. */
export async function about(db: Db, person: Caller, app: InstalledApp) {
  const { teamId, userId } = person
  const team = await teamOf(db, teamId)
  const user = await findUser(db, teamId, userId)
  const name = user?.name ?? ''
  const enterpriseId = team?.enterpriseId
  const enterprise = enterpriseId === undefined ? null : await enterpriseOf(db, enterpriseId)
  return {
    team: { id: teamId, domain: team?.domain ?? '' },
    enterprise,
    user: { id: userId, username: name, name, team_id: teamId },
    api_app_id: app.calling.id,
    token: legacyToken(app.calling.id, app.signingSecret),
    is_enterprise_install: false,
  }
}

async function enterpriseOf(db: Db, id: string) {
  return (await db.selectFrom('enterprises').selectAll().where('id', '=', id).executeTakeFirst()) ?? { id, name: '' }
}

/** Where somebody acted: in the message, or in the view with what its fields hold. */
export async function placeOnWire(
  db: Db,
  place: Place,
  app: InstalledApp,
  person: Caller,
  values: FieldValues,
): Promise<Json> {
  if (place.in === 'view') {
    const view = await viewWith(db, place.view, app, values)
    return { container: { type: 'view', view_id: place.view.id }, view }
  }
  const { channel, message } = place
  const container = {
    type: 'message',
    message_ts: message.ts,
    channel_id: channel.id,
    is_ephemeral: place.in === 'ephemeral',
    ...(message.thread_ts === null ? {} : { thread_ts: message.thread_ts }),
  }
  const shown = place.in === 'message' ? { message: await messageOf(db, channel, place.message, app, person) } : {}
  return { container, channel: channelOnWire(channel), ...shown }
}

export async function viewWith(db: Db, view: ViewRow, app: InstalledApp, values: FieldValues): Promise<Json> {
  return viewOnWire(view, app.calling.botId, { previousId: await belowOf(db, view), values })
}

/** [STR-8] The message as this person sees it; the app whose message it is knows all of it. */
export async function messageOf(
  db: Db,
  channel: Channel,
  row: MessageRow,
  app: InstalledApp,
  person: Caller,
): Promise<Json> {
  const reader = row.app_id === app.calling.id ? undefined : person
  const [message] = await messagesOnWire(db, channel, [row], { metadata: true, ...(reader ? { reader } : {}) })
  return { ...message }
}

export function channelOnWire({ id, name, kind }: Channel) {
  return { id, name: kind === 'im' ? 'directmessage' : kind === 'public' ? name : 'privategroup' }
}

export function actionOf({ blockId, actionId, element }: PlacedElement, chosen: Json): Json {
  const { type } = element
  return { type, block_id: blockId, action_id: actionId, ...chosen, ...repeatedOf(element), action_ts: actionTs() }
}

/** What an action repeats of its element: what it asked, and what it began with; of a field for text nothing. */
function repeatedOf(element: PlacedElement['element']): Json {
  if (element.type.endsWith('_input')) return {}
  return Object.fromEntries(Object.entries(element).filter(([key]) => repeated.has(key) || key.startsWith('initial_')))
}

const repeated = new Set(['placeholder', 'min_query_length', 'confirm'])

export function actionTs(): string {
  return tsOf(now() * 1000)
}
