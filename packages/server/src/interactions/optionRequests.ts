import type { CommandUse, ShortcutUse } from '#domain/interactions/interactions'
import { respond } from '#domain/interactions/respond'
import { findMessagePlace } from '#domain/interactions/target'
import { offersIn } from '#domain/apps/profiles'
import type { Caller } from '#domain/access/caller'
import { reachableChannel } from '#domain/channels/postingRules'
import { Refusal } from '#domain/refusal'
import { type Acting, checkAllowed } from './context.ts'
import { readResponse } from './answers.ts'
import { escapedNames } from './escapedNames.ts'
import { about, actionTs, channelOnWire, messageOf } from './payloads.ts'

/** [ACT-14] A shortcut is used, on a message or anywhere. */
export async function useShortcut(acting: Acting, person: Caller, use: ShortcutUse): Promise<object> {
  acting.take(person)
  const { db } = acting.store
  const app = await acting.installed(person, use.app_id)
  const { channel: channelId, ts } = use
  const on = channelId === undefined || ts === undefined ? undefined : { channel: channelId, ts }
  const type = on ? 'message' : 'global'
  const found = app.declared.shortcuts.find((one) => one.type === type && one.callbackId === use.callback_id)
  if (!found) throw new Refusal('shortcut_not_found', `${app.calling.name} has no such shortcut.`)
  const place = on && (await findMessagePlace(db, person, on))
  if (place?.in === 'ephemeral') throw new Refusal('message_not_found', 'This message is for you alone.')
  if (place) checkAllowed(app, place.channel)
  const payload = {
    type: place ? 'message_action' : 'shortcut',
    ...(await about(db, person, app)),
    callback_id: found.callbackId,
    action_ts: actionTs(),
    trigger_id: await acting.trigger(person, app, use.page),
    ...(place && {
      channel: channelOnWire(place.channel),
      message_ts: place.message.ts,
      message: await messageOf(db, place.channel, place.message, app, person),
      ...(await acting.responseUrl(person, app, place)),
    }),
  }
  await acting.ask(person, app, payload, { accepts: false })
  return {}
}

/** [ACT-15] A slash command is sent; what the app says at once is shown where it was sent. */
export async function sendCommand(acting: Acting, person: Caller, use: CommandUse): Promise<object> {
  acting.take(person)
  const { db, store } = { db: acting.store.db, store: acting.store }
  const { channel } = await reachableChannel(db, person, use.channel)
  const { appId, command } = await commandNamed(acting, person, use)
  const app = await acting.installed(person, appId)
  checkAllowed(app, channel)
  const { team, user, enterprise, token } = await about(db, person, app)
  const where = { channel_id: channel.id, ts: null, thread_ts: null }
  const text = (use.text ?? '').toWellFormed()
  const payload = {
    token,
    team_id: team.id,
    team_domain: team.domain,
    channel_id: channel.id,
    channel_name: channelOnWire(channel).name,
    user_id: user.id,
    user_name: user.name,
    command: command.command,
    text: command.shouldEscape ? await escapedNames(db, person, text) : text,
    api_app_id: app.calling.id,
    is_enterprise_install: 'false',
    ...(enterprise ? { enterprise_id: enterprise.id, enterprise_name: enterprise.name } : {}),
    response_url: await acting.newResponseUrl(person, app, where),
    trigger_id: await acting.trigger(person, app, use.page),
  }
  const { teamId, userId } = person
  const url = command.url ?? app.declared.interactivity?.requestUrl
  const answer = await acting.door.ask({ app, teamId, userId, type: 'slash_commands', payload, url, accepts: true })
  if (answer === undefined) return {}
  const response = readResponse(answer)
  const whom = { ...where, team_id: teamId, user_id: userId }
  await store.write((tx) => respond(tx, app, whom, { ...response, original: 'stays' }))
  return {}
}

async function commandNamed(acting: Acting, person: Caller, { command: name, app_id: wanted }: CommandUse) {
  for (const { appId, commands } of await offersIn(acting.store.db, person.teamId)) {
    const command = commands.find((one) => one.command === name)
    if (command && (wanted ?? appId) === appId) return { appId, command }
  }
  throw new Refusal('command_not_found', `There is no command ${name}.`)
}
