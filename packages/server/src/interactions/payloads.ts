import type { LocatedElement } from '@rivulet/blocks/elements'
import type { Attachment } from '@rivulet/blocks/types'
import type { StateObject } from '#domain/interactions/inputFields'
import type { InteractionTarget } from '#domain/interactions/target'
import { findExecutionOfMessage, tokenOfExecution } from '#domain/apps/functions'
import type { InstalledApp } from '#domain/apps/profiles'
import type { Caller } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'
import { listTeamsByOrgToken } from '#domain/access/enterprise'
import { findTeam } from '#domain/access/teams'
import type { MessageRow } from '#domain/messages/find'
import { newSecret } from '#domain/ids'
import { toTs } from '#domain/ts'
import { findUser } from '#domain/people/users'
import { findIdBelow, type ViewRow } from '#domain/views/find'
import { toMessageObjects } from '#objects/message'
import { toViewObject } from '#objects/view'
import type { Db } from '#store/db'
import { verificationToken } from '#delivery/outbox/deliveries'

type Json = Record<string, unknown>

/** The fields that every payload has: team, user and app. */
export async function payloadHeader(db: Db, person: Caller, app: InstalledApp) {
  const { teamId, userId } = person
  const team = await findTeam(db, teamId)
  const user = await findUser(db, teamId, userId)
  const name = user?.name ?? ''
  const enterpriseId = team?.enterpriseId
  const enterprise = enterpriseId === undefined ? null : await enterpriseOf(db, enterpriseId)
  return {
    team: { id: teamId, domain: team?.domain ?? '' },
    enterprise,
    user: { id: userId, username: name, name, team_id: teamId },
    api_app_id: app.calling.id,
    token: verificationToken(app.calling.id, app.signingSecret),
    is_enterprise_install:
      enterpriseId !== undefined && (await listTeamsByOrgToken(db, app.calling.id, [teamId])).has(teamId),
  }
}

async function enterpriseOf(db: Db, id: string) {
  return (await db.selectFrom('enterprises').selectAll().where('id', '=', id).executeTakeFirst()) ?? { id, name: '' }
}

/** The fields that describe the interaction target: the message, or the view with its state values. */
export async function targetFields(
  db: Db,
  target: InteractionTarget,
  app: InstalledApp,
  person: Caller,
  values: StateObject,
): Promise<Json> {
  if (target.in === 'view') {
    const view = await toViewWithValues(db, target.view, app, values)
    return { container: { type: 'view', view_id: target.view.id }, view }
  }
  const { channel, message, attachment } = target
  const container = {
    ...(attachment ? attachmentContainer(attachment) : { type: 'message' }),
    message_ts: message.ts,
    channel_id: channel.id,
    is_ephemeral: target.in === 'ephemeral',
    ...(message.thread_ts === null ? {} : { thread_ts: message.thread_ts }),
  }
  const shown = target.in === 'message' ? { message: await toMessageFor(db, channel, target.message, app, person) } : {}
  const unfurl = attachment?.is_app_unfurl ? { app_unfurl: { ...attachment } } : {}
  return { container, channel: toChannelField(channel), ...shown, ...unfurl }
}

/** [FUN-6] The run of a function to which a message belongs, and who interacted there, for the app of that function. */
export async function functionFields(
  db: Db,
  target: InteractionTarget,
  app: InstalledApp,
  { userId }: Caller,
  trigger: string,
): Promise<Json> {
  if (target.in !== 'message') return {}
  const { channel, message } = target
  const execution = await findExecutionOfMessage(db, channel, message.ts)
  if (execution?.app_id !== app.calling.id) return {}
  const { id, app_id: appId, callback_id, inputs } = execution
  return {
    function_data: { execution_id: id, function: { callback_id }, inputs },
    interactivity: { interactor: { id: userId, secret: newSecret() }, interactivity_pointer: trigger },
    bot_access_token: await tokenOfExecution(db, appId, channel.team_id, id),
  }
}

/** [ATT-6] */
function attachmentContainer({ id, is_app_unfurl: isUnfurl, app_unfurl_url: url }: Attachment) {
  return {
    type: 'message_attachment',
    attachment_id: id,
    is_app_unfurl: isUnfurl ?? false,
    ...(url === undefined ? {} : { app_unfurl_url: url }),
  }
}

export async function toViewWithValues(db: Db, view: ViewRow, app: InstalledApp, values: StateObject): Promise<Json> {
  return toViewObject(view, app.calling.botId, { previousId: await findIdBelow(db, view), values })
}

/** [STR-8] The message as this person sees it. The app that wrote the message gets all of it. */
export async function toMessageFor(
  db: Db,
  channel: Channel,
  row: MessageRow,
  app: InstalledApp,
  person: Caller,
): Promise<Json> {
  const reader = row.app_id === app.calling.id ? 'writer' : person
  const [message] = await toMessageObjects(db, channel, [row], { metadata: true, reader })
  return { ...message }
}

export function toChannelField({ id, name, kind }: Channel) {
  return { id, name: kind === 'im' ? 'directmessage' : kind === 'public' ? name : 'privategroup' }
}

export function toAction(db: Db, { blockId, actionId, element }: LocatedElement, chosen: Json): Json {
  const { type } = element
  return {
    type,
    block_id: blockId,
    action_id: actionId,
    ...chosen,
    ...repeatedProperties(element),
    action_ts: newActionTs(db),
  }
}

/** The properties of the element that its action repeats: none for text inputs. */
function repeatedProperties(element: LocatedElement['element']): Json {
  if (element.type.endsWith('_input')) return {}
  return Object.fromEntries(
    Object.entries(element).filter(([key]) => repeatedKeys.has(key) || key.startsWith('initial_')),
  )
}

const repeatedKeys: ReadonlySet<string> = new Set(['placeholder', 'min_query_length', 'confirm'])

export function newActionTs({ clock }: Db): string {
  return toTs(clock.now() * 1000)
}
