import { findAction } from '@rivulet/blocks/attachments'
import type { LocatedElement } from '@rivulet/blocks/elements'
import type { Attachment, AttachmentAction } from '@rivulet/blocks/types'
import type { InstalledApp } from '#domain/apps/profiles'
import type { Caller } from '#domain/access/caller'
import { readFieldValue } from '#domain/interactions/fieldValue'
import type { Press } from '#domain/interactions/interactions'
import { respond } from '#domain/interactions/respond'
import type { InteractionTarget } from '#domain/interactions/target'
import type { Db } from '#store/db'
import { legacyDefaults, parseResponse } from './appResponses.ts'
import type { InteractionContext } from './context.ts'
import { newActionTs, payloadHeader, toChannelField, toMessageFor } from './payloads.ts'

/** A button or menu of an attachment, as apps had them before Block Kit, and the element that stands for it. */
export interface LegacyAction {
  target: Exclude<InteractionTarget, { in: 'view' }>
  attachment: Attachment
  action: AttachmentAction
  located: LocatedElement
}

/** The button or menu of an attachment that an element stands for, if it does. */
export function legacyActionOf(target: InteractionTarget, located: LocatedElement): LegacyAction | undefined {
  if (target.in === 'view' || !target.attachment) return undefined
  const { attachment } = target
  const action = findAction(attachment, located.blockId, located.actionId)
  return action && { target, attachment, action, located }
}

/** [ATT-7] Asks for the options of a menu. */
export function toLegacySuggestion(db: Db, { target, attachment, action }: LegacyAction) {
  return {
    type: 'interactive_message',
    name: action.name ?? '',
    callback_id: attachment.callback_id ?? '',
    channel: toChannelField(target.channel),
    action_ts: newActionTs(db),
    message_ts: target.message.ts,
    attachment_id: String(attachment.id),
  }
}

/** [ATT-7] Dispatches a press, or a choice, and carries out the app's answer. */
export async function pressLegacyAction(
  context: InteractionContext,
  person: Caller,
  app: InstalledApp,
  { target, attachment, action, located }: LegacyAction,
  interaction: Press,
): Promise<object> {
  const { store } = context
  const { channel, message } = target
  const chosen = await readFieldValue(located.element, interaction.value, context.valueContext(person, target, located))
  const payload = {
    type: 'interactive_message',
    actions: [toLegacyAction(action, chosen)],
    callback_id: attachment.callback_id ?? '',
    ...(await payloadHeader(store.db, person, app)),
    channel: toChannelField(channel),
    action_ts: newActionTs(store.db),
    message_ts: message.ts,
    attachment_id: String(attachment.id),
    is_app_unfurl: attachment.is_app_unfurl ?? false,
    ...(target.in === 'message'
      ? { original_message: await toMessageFor(store.db, channel, target.message, app, person) }
      : {}),
    ...(await context.responseUrlField(person, app, target)),
    trigger_id: await context.createTrigger(person, app, interaction.page, target),
  }
  const answer = await context.dispatch(person, app, payload, { acceptsAnswer: true })
  if (answer === undefined) return {}
  const response = parseResponse(answer, legacyDefaults)
  const where = { channel_id: channel.id, ts: message.ts, thread_ts: message.thread_ts }
  const { teamId: team_id, userId: user_id } = person
  await store.write((tx) => respond(tx, app, { team_id, user_id, ...where }, response))
  return {}
}

function toLegacyAction({ type, name = '', value = '' }: AttachmentAction, chosen: Readonly<Record<string, unknown>>) {
  if (type === 'button') return { name, type, value }
  const [selected] = Object.values(chosen)
  if (selected === null) return { name, type, selected_options: [] }
  const id = typeof selected === 'object' ? Reflect.get(selected ?? {}, 'value') : selected
  return { name, type, selected_options: [{ value: id }] }
}
