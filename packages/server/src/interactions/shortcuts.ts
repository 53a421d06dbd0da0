import type { ShortcutUse } from '#domain/interactions/interactions'
import { findMessageTarget } from '#domain/interactions/target'
import type { Caller } from '#domain/access/caller'
import { Refusal } from '#domain/refusal'
import { checkNotBlocked, type InteractionContext } from './context.ts'
import { newActionTs, payloadHeader, toChannelField, toMessageFor } from './payloads.ts'

/** [ACT-14] Dispatches a shortcut, used on a message or anywhere. */
export async function useShortcut(context: InteractionContext, person: Caller, use: ShortcutUse): Promise<object> {
  await context.checkRateLimit(person)
  const { db } = context.store
  const app = await context.findInstalledApp(person, use.app_id)
  const { channel: channelId, ts } = use
  const messageRef = channelId === undefined || ts === undefined ? undefined : { channel: channelId, ts }
  const type = messageRef ? 'message' : 'global'
  const shortcut = app.manifest.shortcuts.find(
    (shortcut) => shortcut.type === type && shortcut.callbackId === use.callback_id,
  )
  if (!shortcut) throw new Refusal('shortcut_not_found', `${app.calling.name} has no such shortcut.`)
  const target = messageRef && (await findMessageTarget(db, person, messageRef))
  if (target?.in === 'ephemeral') throw new Refusal('message_not_found', 'Only you see this message.')
  if (target) checkNotBlocked(app, target.channel)
  const payload = {
    type: target ? 'message_action' : 'shortcut',
    ...(await payloadHeader(db, person, app)),
    callback_id: shortcut.callbackId,
    action_ts: newActionTs(db),
    trigger_id: await context.createTrigger(person, app, use.page),
    ...(target && {
      channel: toChannelField(target.channel),
      message_ts: target.message.ts,
      message: await toMessageFor(db, target.channel, target.message, app, person),
      ...(await context.responseUrlField(person, app, target)),
    }),
  }
  await context.dispatch(person, app, payload, { acceptsAnswer: false })
  return {}
}
