import { setStatus as setSessionStatus } from '#methods/agents/sessions/setStatus'
import { postMessage } from '#methods/chat/postMessage'
import { startStream } from '#methods/chat/startStream'
import { archive } from '#methods/conversations/archive'
import { create } from '#methods/conversations/create'
import { invite } from '#methods/conversations/membership/invite'
import { completeUploadExternal } from '#methods/files/completeUploadExternal'
import { getUploadURLExternal } from '#methods/files/getUploadURLExternal'
import { methods } from '#methods/index'
import { add as addReaction } from '#methods/reactions/add'
import { open as openView } from '#methods/views/open'
import { appearance } from '#rpc/args/args'
import type { Method } from '#rpc/method'
import { newTrigger } from '#domain/views/triggers'
import type { Store } from '#store/db'
import { anAgreement } from '#testing/apps/consent'
import type { callsOf } from './calls.ts'
import type { At } from '#testing/workspace/twins'

/** Where a good call is made, and what may happen before it. */
export interface Ground extends At {
  call: ReturnType<typeof callsOf>['call']
  store: Store
  /** What is said, where something is. */
  words: string
}

type Args = Record<string, unknown>
type Row = (ground: Ground) => Args | Promise<Args>

/** What an argument of this name holds in a good call, unless the method's row says otherwise. */
const usual: Record<string, (ground: Ground) => unknown> = {
  channel: ({ channel }) => channel,
  channel_id: ({ channel }) => channel,
  ts: ({ ts }) => ts,
  thread_ts: ({ ts }) => ts,
  timestamp: ({ ts }) => ts,
  message_ts: ({ ts }) => ts,
  user: ({ user }) => user,
  email: ({ email }) => email,
  text: ({ words }) => words,
  topic: ({ words }) => words,
  purpose: ({ words }) => words,
  status: ({ words }) => words,
  title: ({ words }) => words,
}

/** Methods whose good call is more than each needed argument with its usual value. */
const rows: Record<string, Row> = {
  'agents.sessions.rename': async (ground) => {
    const session = { channel_id: ground.channel, thread_ts: ground.ts }
    await ground.call(setSessionStatus, { ...session, status: 'active' }, { token: ground.bot })
    return { ...session, title: ground.words }
  },
  'agents.sessions.setStatus': ({ channel, ts }) => ({ channel_id: channel, thread_ts: ts, status: 'active' }),
  'apps.manifest.create': ({ words }) => ({ manifest: { display_information: { name: words } } }),
  'apps.manifest.export': () => ({ app_id: 'A0SCOUT' }),
  'apps.manifest.validate': ({ words }) => ({ manifest: { display_information: { name: words } } }),
  'apps.uninstall': async ({ store, team, user }) => {
    const { client_id, client_secret } = await anAgreement({ store, team, user })
    return { client_id, client_secret, test: true }
  },
  'assistant.threads.setSuggestedPrompts': ({ channel, ts, words }) => ({
    channel_id: channel,
    thread_ts: ts,
    prompts: [{ title: words, message: words }],
  }),
  'blocks.validate': () => ({ blocks: [{ type: 'divider' }] }),
  'auth.revoke': () => ({ test: true }),
  'bots.info': () => ({ bot: 'B0SCOUT' }),
  'chat.appendStream': async (ground) => ({ ts: await aStream(ground), markdown_text: ground.words }),
  'chat.delete': async (ground) => ({ ts: await aMessage(ground) }),
  'chat.postEphemeral': ({ user, words }) => ({ user, text: words }),
  'chat.postMessage': ({ words }) => ({ text: words }),
  'chat.startStream': ({ user, team }) => ({ recipient_user_id: user, recipient_team_id: team }),
  'chat.stopStream': async (ground) => ({ ts: await aStream(ground) }),
  'conversations.archive': async (ground) => ({ channel: await aRoom(ground) }),
  'conversations.create': () => ({ name: newName() }),
  'conversations.invite': async (ground) => ({ channel: await aRoom(ground), users: ground.user }),
  'conversations.kick': async (ground) => {
    const room = { channel: await aRoom(ground) }
    await ground.call(invite, { ...room, users: ground.user }, { token: ground.bot })
    return { ...room, user: ground.user }
  },
  'conversations.rename': async (ground) => ({ channel: await aRoom(ground), name: newName() }),
  'conversations.unarchive': async (ground) => {
    const room = { channel: await aRoom(ground) }
    await ground.call(archive, room, { token: ground.bot })
    return room
  },
  'conversations.leave': async (ground) => ({ channel: await aRoom(ground) }),
  'chat.update': async (ground) => ({ ts: await aMessage(ground), text: ground.words }),
  'conversations.open': ({ user }) => ({ users: user }),
  'files.completeUploadExternal': async (ground) => ({ files: [{ id: await anUpload(ground) }] }),
  'files.delete': async (ground) => ({ file: await aFile(ground) }),
  'files.getUploadURLExternal': ({ words }) => ({ filename: `${words}.txt`, length: 5 }),
  'files.info': async (ground) => ({ file: await aFile(ground) }),
  'oauth.v2.access': ({ store, team, user }) => anAgreement({ store, team, user }),
  'reactions.add': async (ground) => ({ channel: ground.channel, timestamp: await aMessage(ground), name: 'eyes' }),
  'reactions.get': ({ channel, ts }) => ({ channel, timestamp: ts }),
  'views.open': async (ground) => ({ trigger_id: await aTrigger(ground), view: modal(ground) }),
  'views.publish': ({ user, words }) => ({
    user_id: user,
    view: { type: 'home', blocks: [{ type: 'header', text: { type: 'plain_text', text: words } }] },
  }),
  'views.push': async (ground) => ({ trigger_id: await aTrigger(ground, await aModal(ground)), view: modal(ground) }),
  'views.update': async (ground) => ({ view_id: await aModal(ground), view: modal(ground) }),
  'reactions.remove': async (ground) => {
    const reaction = { channel: ground.channel, timestamp: await aMessage(ground), name: 'eyes' }
    await ground.call(addReaction, reaction, { token: ground.bot })
    return reaction
  },
}

/** The fewest arguments with which a method answers `ok`, for the app's bot token. */
export async function goodArgs(method: Method, ground: Ground): Promise<Args> {
  const args: Args = {}
  const own = await rows[method.name]?.(ground)
  for (const name of neededBy(method)) {
    const value = usual[name]
    if (value) args[name] = value(ground)
    else if (!own || !(name in own))
      throw new Error(`${method.name} needs "${name}": give it a row in testing/calls/goodCalls.ts.`)
  }
  return { ...args, ...own }
}

/** Arguments of which none is right: a call that is let in ends with them, and does nothing. */
export function oddArgs({ args }: Pick<Method, 'args'>): Args {
  const names = Object.keys(args.shape).filter((name) => !(name in appearance))
  return Object.fromEntries(names.map((name) => [name, {}]))
}

/** Rows of methods that are not there (any more). */
export const strayRows = Object.keys(rows).filter((name) => !methods.has(name))

export function neededBy({ args }: Pick<Method, 'args'>): string[] {
  return Object.entries(args.shape).flatMap(([name, schema]) => (schema.safeParse(undefined).success ? [] : [name]))
}

/** A token that the method takes. */
export function tokenFor({ tokens }: Pick<Method, 'tokens'>, { bot, app, own }: Pick<At, 'bot' | 'app' | 'own'>) {
  if (tokens === 'none' || tokens.includes('bot')) return bot
  return tokens.includes('app') ? app : own
}

/** Every scope that some method takes. */
export const everyScope = [
  ...new Set(['chat:write.customize', ...[...methods.values()].flatMap(({ scopes }) => scopes)]),
].toSorted()

/** It has said nothing yet: text may follow, or chunks. */
async function aStream({ call, channel, ts, user, team, bot }: Ground): Promise<unknown> {
  const args = { channel, thread_ts: ts, recipient_user_id: user, recipient_team_id: team }
  return (await call(startStream, args, { token: bot })).ts
}

/** A channel that the app made. */
async function aRoom({ call, bot }: Ground): Promise<string | undefined> {
  return (await call(create, { name: newName() }, { token: bot })).channel?.id
}

/** As if the person had just acted, in a modal where one is named. */
export function aTrigger(
  { store, team, user }: Pick<Ground, 'store' | 'team' | 'user'>,
  viewId: string | null = null,
): Promise<string> {
  return store.write((tx) => newTrigger(tx, { teamId: team, appId: 'A0SCOUT', userId: user, page: null, viewId }))
}

function modal({ words }: Ground) {
  return { type: 'modal', title: { type: 'plain_text', text: words.slice(0, 24) }, blocks: [{ type: 'divider' }] }
}

/** A modal of the app. */
async function aModal(ground: Ground): Promise<string> {
  const args = { trigger_id: await aTrigger(ground), view: modal(ground) }
  return (await ground.call(openView, args, { token: ground.bot })).view?.id ?? ''
}

/** A file of the app whose bytes are there. */
async function anUpload({ call, words, bot }: Ground): Promise<string> {
  const asked = await call(getUploadURLExternal, { filename: `${words}.txt`, length: 5 }, { token: bot })
  await fetch(asked.upload_url ?? '', { method: 'POST', body: 'bytes' })
  return asked.file_id ?? ''
}

/** One that is shared. */
async function aFile(ground: Ground): Promise<string> {
  const id = await anUpload(ground)
  const args = { files: [{ id }], channel_id: ground.channel, initial_comment: ground.words }
  await ground.call(completeUploadExternal, args, { token: ground.bot })
  return id
}

let made = 0
function newName(): string {
  return `room-${++made}`
}

/** A message of the app. */
async function aMessage({ call, channel, words, bot }: Ground): Promise<unknown> {
  return (await call(postMessage, { channel, text: words }, { token: bot })).ts
}
