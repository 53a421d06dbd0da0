import type { CommandUse } from '#domain/interactions/interactions'
import { respond } from '#domain/interactions/respond'
import { listAppActions } from '#domain/apps/profiles'
import type { Caller } from '#domain/access/caller'
import { findReachableChannel } from '#domain/channels/access'
import { requireThreadRoot } from '#domain/threads/root'
import { Refusal } from '#domain/refusal'
import { checkNotBlocked, type InteractionContext } from './context.ts'
import { parseResponse } from './appResponses.ts'
import { escapedNames } from './escapedNames.ts'
import { payloadHeader, toChannelField } from './payloads.ts'

/** [ACT-15] Dispatches a slash command, and shows the app's immediate answer where it was sent. */
export async function sendCommand(context: InteractionContext, person: Caller, use: CommandUse): Promise<object> {
  await context.checkRateLimit(person)
  const { store } = context
  const { db } = store
  const { channel } = await findReachableChannel(db, person, use.channel)
  const { appId, command } = await findCommand(context, person, use)
  const app = await context.findInstalledApp(person, appId)
  checkNotBlocked(app, channel)
  const { team, user, enterprise, token, is_enterprise_install: isOrgWide } = await payloadHeader(db, person, app)
  const threadTs = use.thread_ts === undefined ? null : (await requireThreadRoot(db, channel, use.thread_ts)).ts
  const where = { channel_id: channel.id, ts: null, thread_ts: threadTs }
  const text = (use.text ?? '').toWellFormed()
  const payload = {
    token,
    team_id: team.id,
    team_domain: team.domain,
    channel_id: channel.id,
    channel_name: toChannelField(channel).name,
    ...(threadTs === null ? {} : { thread_ts: threadTs }),
    user_id: user.id,
    user_name: user.name,
    command: command.command,
    text: command.shouldEscape ? await escapedNames(db, person, text) : text,
    api_app_id: app.calling.id,
    is_enterprise_install: String(isOrgWide),
    ...(enterprise ? { enterprise_id: enterprise.id, enterprise_name: enterprise.name } : {}),
    response_url: await context.createResponseUrl(person, app, where),
    trigger_id: await context.createTrigger(person, app, use.page),
  }
  const { teamId, userId } = person
  const url = command.url ?? app.manifest.interactivity?.requestUrl
  const answer = await context.dispatcher.dispatch({
    app,
    teamId,
    userId,
    type: 'slash_commands',
    payload,
    url,
    acceptsAnswer: true,
  })
  if (answer === undefined) return {}
  const response = parseResponse(answer)
  const target = { ...where, team_id: teamId, user_id: userId }
  await store.write((tx) => respond(tx, app, target, { ...response, original: 'stays' }))
  return {}
}

async function findCommand(
  context: InteractionContext,
  person: Caller,
  { command: name, app_id: wantedAppId }: CommandUse,
) {
  for (const { appId, commands } of await listAppActions(context.store.db, person.teamId)) {
    const command = commands.find((candidate) => candidate.command === name)
    if (command && (wantedAppId ?? appId) === appId) return { appId, command }
  }
  throw new Refusal('command_not_found', `There is no command ${name}.`)
}
