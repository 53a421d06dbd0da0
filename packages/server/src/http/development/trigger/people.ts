import { issueToken } from '#domain/access/tokens'
import { revokeTokens } from '#domain/access/revokeTokens'
import { addPerson } from '#domain/people/accounts/add'
import { startFunction } from '#domain/apps/functions'
import { startAssistantThread } from '#domain/apps/home/assistantThreads'
import { openAppHome } from '#domain/apps/home/open'
import { setViewedChannel } from '#domain/apps/home/viewedChannel'
import { uninstallApp } from '#domain/apps/uninstall'
import { hashToken, newId } from '#domain/ids'
import { changeProfile } from '#domain/people/profile/change'
import { stopStream } from '#domain/people/stopStream'
import { createUsergroup, setUsergroupMembers, updateUsergroup } from '#domain/people/usergroups/change'
import { Refusal } from '#domain/refusal'
import { openDirectMessageWith } from '#domain/channels/direct/open'
import { getPerson } from '#http/development/person'
import type { Actor, Stage } from './stage.ts'

export async function opensHome(stage: Stage): Promise<void> {
  const channelId = await stage.direct()
  await stage.does(stage.person, `opens the home of ${stage.facts.name}`, (tx, who) =>
    openAppHome(tx, who, { channelId, tab: 'home' }),
  )
}

export async function startsThread(stage: Stage, thenLooks: boolean): Promise<void> {
  const channel = await stage.direct()
  const looking = stage.cast.channel?.id
  await stage.does(stage.person, `begins a conversation with ${stage.facts.name}`, (tx, who) =>
    startAssistantThread(tx, who, channel, thenLooks ? undefined : looking),
  )
  if (thenLooks) await looksAt(stage)
}

/** Looks at a channel beside the app, after looking at none. */
export async function looksAt(stage: Stage): Promise<void> {
  const channelId = await stage.direct()
  const viewedChannel = await stage.shared()
  const where = await stage.nameOf(viewedChannel)
  await stage.store.write((tx) => setViewedChannel(tx, stage.person.caller, { channelId, viewedChannel: undefined }))
  await stage.does(stage.person, `looks at ${where} beside ${stage.facts.name}`, (tx, who) =>
    setViewedChannel(tx, who, { channelId, viewedChannel }),
  )
}

/** Asks the app, which begins a reply, and stops it. */
export async function stopsStream(stage: Stage): Promise<void> {
  const channel = await stage.direct()
  const thread_ts = await stage.says(channel, 'Tell me everything')
  const started = await stage.calls('chat.startStream', { channel, thread_ts, markdown_text: 'Well, in the beginning' })
  await stage.does(stage.person, 'presses Stop', (tx, who) => stopStream(tx, who, channel, String(started['ts'])))
}

export async function renamesSession(stage: Stage): Promise<void> {
  const channel = await stage.direct()
  const thread_ts = await stage.says(channel, 'Tell me everything')
  await stage.calls('chat.startStream', { channel, thread_ts, markdown_text: 'Well' })
  for (const title of ['Everything', 'Everything, in short'])
    await stage.calls('agents.sessions.rename', { channel_id: channel, thread_ts, title })
}

export async function runsFunction(stage: Stage): Promise<void> {
  const { functions, name } = stage.facts
  const [first] = functions
  if (!first) throw new Refusal('function_not_found', `The manifest of ${name} offers no functions.`)
  const required = first.inputs.filter(({ isRequired }) => isRequired)
  const inputs = Object.fromEntries(required.map((input) => [input.name, sampleOf(input.type, stage)]))
  const { app, team } = stage.cast
  await stage.store.write((tx) => startFunction(tx, app, team, { callbackId: first.callbackId, inputs }))
  stage.did.push(`A workflow runs the function ${first.callbackId} of ${name}`)
}

function sampleOf(type: string, { person, cast }: Stage): unknown {
  if (type === 'integer' || type === 'number') return 7
  if (type === 'boolean') return true
  if (type === 'array') return []
  if (type === 'object') return {}
  if (type.endsWith('user_id')) return person.caller.userId
  if (type.endsWith('channel_id')) return cast.channel?.id ?? ''
  return 'text'
}

export async function changesTitle(stage: Stage): Promise<void> {
  const title = `Cook ${newId('').slice(-5)}`
  await stage.does(stage.person, `is now called “${title}”`, (tx, who) => changeProfile(tx, who, who.userId, { title }))
}

export async function setsStatus(stage: Stage): Promise<void> {
  const fields = { status_text: `Lunch ${newId('').slice(-5)}`, status_emoji: ':bread:' }
  await stage.does(stage.person, 'sets the status :bread: Lunch', (tx, who) =>
    changeProfile(tx, who, who.userId, fields),
  )
}

export async function joinsTeam(stage: Stage): Promise<Actor> {
  const { team } = stage.cast
  const name = `new-${newId('').toLowerCase().slice(-5)}`
  const { id } = await stage.store.write((tx) =>
    addPerson(tx, team, { email: `${name}@example.com`, name, password: null }),
  )
  stage.did.push(`${name} joins the team`)
  return { caller: await getPerson(stage.db, team, id), name }
}

/** Nobody else can be sure to have no direct message with the app yet. */
export async function writesFirst(stage: Stage): Promise<void> {
  const newcomer = await joinsTeam(stage)
  await stage.does(newcomer, `opens the direct message with ${stage.facts.name}`, (tx, who) =>
    openDirectMessageWith(tx, who, [stage.bot]),
  )
}

export async function changesGroup(stage: Stage, then?: 'members' | 'name'): Promise<void> {
  const name = `Cooks ${newId('').slice(-5)}`
  const { id } = await stage.does(stage.person, `creates the group “${name}”`, (tx, who) =>
    createUsergroup(tx, who, { name }),
  )
  if (then === 'members')
    await stage.does(stage.person, 'joins it', (tx, who) => setUsergroupMembers(tx, who, id, [who.userId]))
  if (then === 'name')
    await stage.does(stage.person, 'describes it', (tx, who) =>
      updateUsergroup(tx, who, id, { description: 'Who cooks' }),
    )
}

/** A token that was made for this alone, so that the app goes on with its own. */
export async function revokesToken(stage: Stage): Promise<void> {
  const { app, team } = stage.cast
  await stage.store.write(async (tx) => {
    const token = await issueToken(tx, { kind: 'bot', app: app.id, team, scopes: stage.facts.botScopes })
    const rows = tx.selectFrom('tokens').selectAll().where('hash', '=', hashToken(token))
    await revokeTokens(tx, await rows.execute())
  })
  stage.did.push(`A second bot token of ${stage.facts.name} is made, and revoked`)
}

export async function uninstalls(stage: Stage): Promise<void> {
  await stage.store.write((tx) => uninstallApp(tx, stage.cast.app, stage.cast.team))
  stage.did.push(`${stage.facts.name} is uninstalled: its tokens end. \`rivulet app install\` brings it back`)
}
