import { setStatus as setSessionStatus } from '#methods/agents/sessions/setStatus'
import { archive } from '#methods/conversations/archive'
import { invite } from '#methods/conversations/membership/invite'
import { methods } from '#methods/index'
import { appearance } from '#rpc/args/appearance'
import type { Method } from '#rpc/method'
import { requiredArgs } from './argumentNames.ts'
import { createOAuthCode } from '#testing/apps/oauthCodes'
import {
  type CallContext,
  startEmptyStream,
  createChannel,
  modalWith,
  openModal,
  uploadFile,
  shareFile,
  newName,
  searchRows,
  functionRows,
  ownAppRows,
  postAppMessage,
  postLink,
  insertTrigger,
} from './callContext.ts'
import { pinCalls } from './pinCalls.ts'
import { peopleRows } from './peopleArgs.ts'

type Args = Record<string, unknown>
type Row = (context: CallContext) => Args | Promise<Args>

/** The value of an argument with this name in a valid call, unless the row of the method overrides it. */
const defaultValues: Record<string, (context: CallContext) => unknown> = {
  channel: ({ channel }) => channel,
  channel_id: ({ channel }) => channel,
  ts: ({ ts }) => ts,
  thread_ts: ({ ts }) => ts,
  timestamp: ({ ts }) => ts,
  message_ts: ({ ts }) => ts,
  user: ({ user }) => user,
  email: ({ email }) => email,
  text: ({ text }) => text,
  topic: ({ text }) => text,
  purpose: ({ text }) => text,
  status: ({ text }) => text,
  title: ({ text }) => text,
}

/** Methods whose valid call takes more than a default value for each required argument. */
const rows: Record<string, Row> = {
  'chat.meMessage': ({ channel, text }) => ({ channel, text }),
  'chat.unfurl': postLink,
  'agents.sessions.rename': async (context) => {
    const session = { channel_id: context.channel, thread_ts: context.ts }
    await context.call(setSessionStatus, { ...session, status: 'active' }, { token: context.botToken })
    return { ...session, title: context.text }
  },
  'agents.sessions.setStatus': ({ channel, ts }) => ({ channel_id: channel, thread_ts: ts, status: 'active' }),
  'apps.manifest.create': ({ text }) => ({ manifest: { display_information: { name: text } } }),
  ...ownAppRows,
  'apps.manifest.export': () => ({ app_id: 'A0SCOUT' }),
  'apps.manifest.validate': ({ text }) => ({ manifest: { display_information: { name: text } } }),
  'apps.uninstall': async ({ store, team, user }) => {
    const { client_id, client_secret } = await createOAuthCode({ store, team, user })
    return { client_id, client_secret, test: true }
  },
  'assistant.threads.setSuggestedPrompts': ({ channel, ts, text }) => ({
    channel_id: channel,
    thread_ts: ts,
    prompts: [{ title: text, message: text }],
  }),
  'blocks.validate': () => ({ blocks: [{ type: 'divider' }] }),
  'auth.revoke': () => ({ test: true }),
  'bots.info': () => ({ bot: 'B0SCOUT' }),
  'chat.appendStream': async (context) => ({ ts: await startEmptyStream(context), markdown_text: context.text }),
  'chat.delete': async (context) => ({ ts: await postAppMessage(context) }),
  ...pinCalls,
  'chat.postEphemeral': ({ user, text }) => ({ user, text }),
  'chat.postMessage': ({ text }) => ({ text }),
  'chat.startStream': ({ user, team }) => ({ recipient_user_id: user, recipient_team_id: team }),
  'chat.stopStream': async (context) => ({ ts: await startEmptyStream(context) }),
  'conversations.archive': async (context) => ({ channel: await createChannel(context) }),
  'conversations.close': ({ dm }) => ({ channel: dm }),
  'conversations.create': () => ({ name: newName() }),
  'conversations.invite': async (context) => ({ channel: await createChannel(context), users: context.user }),
  'conversations.kick': async (context) => {
    const created = { channel: await createChannel(context) }
    await context.call(invite, { ...created, users: context.user }, { token: context.botToken })
    return { ...created, user: context.user }
  },
  'conversations.rename': async (context) => ({ channel: await createChannel(context), name: newName() }),
  'conversations.unarchive': async (context) => {
    const created = { channel: await createChannel(context) }
    await context.call(archive, created, { token: context.botToken })
    return created
  },
  'conversations.leave': async (context) => ({ channel: await createChannel(context) }),
  'chat.update': async (context) => ({ ts: await postAppMessage(context), text: context.text }),
  'conversations.open': ({ user }) => ({ users: user }),
  'files.completeUploadExternal': async (context) => ({ files: [{ id: await uploadFile(context) }] }),
  'files.delete': async (context) => ({ file: await shareFile(context) }),
  'files.getUploadURLExternal': ({ text }) => ({ filename: `${text}.txt`, length: 5 }),
  'files.info': async (context) => ({ file: await shareFile(context) }),
  ...searchRows,
  ...functionRows,
  'oauth.v2.access': ({ store, team, user }) => createOAuthCode({ store, team, user }),
  'reactions.add': async (context) => ({
    channel: context.channel,
    timestamp: await postAppMessage(context),
    name: 'eyes',
  }),
  'reactions.get': ({ channel, ts }) => ({ channel, timestamp: ts }),
  ...peopleRows,
  'views.open': async (context) => ({ trigger_id: await insertTrigger(context), view: modalWith(context) }),
  'views.publish': ({ user, text }) => ({
    user_id: user,
    view: { type: 'home', blocks: [{ type: 'header', text: { type: 'plain_text', text } }] },
  }),
  'views.push': async (context) => ({
    trigger_id: await insertTrigger(context, await openModal(context)),
    view: modalWith(context),
  }),
  'views.update': async (context) => ({ view_id: await openModal(context), view: modalWith(context) }),
}

/** The fewest arguments with which a method answers `ok`, for the app's bot token. */
export async function minimalArgs(method: Method, context: CallContext): Promise<Args> {
  const args: Args = {}
  const own = await rows[method.name]?.(context)
  for (const name of requiredArgs(method)) {
    const value = defaultValues[name]
    if (value) args[name] = value(context)
    else if (!own || !(name in own))
      throw new Error(`${method.name} needs "${name}": give it a row in testing/calls/minimalArgs.ts.`)
  }
  return { ...args, ...own }
}

/** A wrong value for every argument: a call that passes all checks before its arguments ends there, without effect. */
export function wrongArgs({ args }: Pick<Method, 'args'>): Args {
  const names = Object.keys(args.shape).filter((name) => !(name in appearance))
  return Object.fromEntries(names.map((name) => [name, {}]))
}

/** Rows whose method does not exist. */
export const rowsWithoutMethod = Object.keys(rows).filter((name) => !methods.has(name))
