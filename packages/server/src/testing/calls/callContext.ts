import { randomBytes } from 'node:crypto'
import { createApp } from '#domain/apps/install'
import { newId } from '#domain/ids'
import { createActionToken } from '#domain/search/actionToken'
import { createTrigger } from '#domain/views/triggers'
import { postMessage } from '#methods/chat/postMessage'
import { startStream } from '#methods/chat/startStream'
import { create } from '#methods/conversations/create'
import { completeUploadExternal } from '#methods/files/completeUploadExternal'
import { getUploadURLExternal } from '#methods/files/getUploadURLExternal'
import { open as openView } from '#methods/views/open'
import type { Store } from '#store/db'
import type { TeamIds } from '#testing/workspace/twoTeams'
import type { createApiClient } from './apiClient.ts'

/** The team and the client with which a valid call is made. */
export interface CallContext extends TeamIds {
  call: ReturnType<typeof createApiClient>['call']
  store: Store
  /** The text of messages, topics, titles and so on. */
  text: string
}

/** Starts a stream without content, so that text or chunks may follow. Returns its ts. */
export async function startEmptyStream({ call, channel, ts, user, team, botToken }: CallContext): Promise<unknown> {
  const args = { channel, thread_ts: ts, recipient_user_id: user, recipient_team_id: team }
  return (await call(startStream, args, { token: botToken })).ts
}

/** Creates a channel as the app. Returns its id. */
export async function createChannel({ call, botToken }: CallContext): Promise<string | undefined> {
  return (await call(create, { name: newName() }, { token: botToken })).channel?.id
}

/** Creates a trigger as if the person had just interacted with the app, in a modal if `viewId` names one. */
export function insertTrigger(
  { store, team, user }: Pick<CallContext, 'store' | 'team' | 'user'>,
  viewId: string | null = null,
): Promise<string> {
  return store.write((tx) => createTrigger(tx, { teamId: team, appId: 'A0SCOUT', userId: user, page: null, viewId }))
}

const search = ({ text }: CallContext) => ({ query: text })

/** The rows of `minimalArgs` for methods that search. */
export const searchRows = {
  'assistant.search.context': searchOfPerson,
  'search.all': search,
  'search.files': search,
  'search.messages': search,
}

/** The rows of `minimalArgs` for methods that end a run of a function. */
export const functionRows = {
  'functions.completeError': async (context: CallContext) => ({ ...(await runOf(context)), error: context.text }),
  'functions.completeSuccess': async (context: CallContext) => ({ ...(await runOf(context)), outputs: {} }),
}

/** The rows of `minimalArgs` for methods that change an app which the team has created. */
export const ownAppRows = {
  'apps.manifest.delete': async (context: CallContext) => ({ app_id: await createOwnApp(context) }),
  'apps.manifest.update': async (context: CallContext) => ({
    app_id: await createOwnApp(context),
    manifest: { display_information: { name: context.text } },
  }),
}

async function createOwnApp({ store, team }: CallContext): Promise<string> {
  return (await store.write((tx) => createApp(tx, { display_information: { name: 'Own' } }, team))).id
}

async function runOf({ store, team }: CallContext) {
  const id = newId('Fx')
  const what = { team_id: team, id, app_id: 'A0SCOUT', callback_id: 'any', inputs: {}, started_at: 0 }
  await store.write((tx) =>
    tx
      .insertInto('function_executions')
      .values({ ...what, state: 'running' })
      .execute(),
  )
  return { function_execution_id: id }
}

/** A search with the action token of a person who has written to the app. */
async function searchOfPerson({ store, team, user, text }: CallContext) {
  const holder = { appId: 'A0SCOUT', teamId: team }
  const now = store.db.clock.now()
  return { query: text, action_token: await store.write((tx) => createActionToken(tx, holder, user, now)) }
}

export function modalWith({ text }: CallContext) {
  return { type: 'modal', title: { type: 'plain_text', text: text.slice(0, 24) }, blocks: [{ type: 'divider' }] }
}

/** Opens a modal as the app. Returns its id. */
export async function openModal(context: CallContext): Promise<string> {
  const args = { trigger_id: await insertTrigger(context), view: modalWith(context) }
  return (await context.call(openView, args, { token: context.botToken })).view?.id ?? ''
}

/** Uploads a file as the app. Returns its id. */
export async function uploadFile({ call, text, botToken }: CallContext): Promise<string> {
  const answer = await call(getUploadURLExternal, { filename: `${text}.txt`, length: 5 }, { token: botToken })
  await fetch(answer.upload_url ?? '', { method: 'POST', body: 'bytes' })
  return answer.file_id ?? ''
}

/** Uploads a file and shares it in the channel. Returns its id. */
export async function shareFile(context: CallContext): Promise<string> {
  const id = await uploadFile(context)
  const args = { files: [{ id }], channel_id: context.channel, initial_comment: context.text }
  await context.call(completeUploadExternal, args, { token: context.botToken })
  return id
}

/** A channel name that is not taken. */
export function newName(): string {
  return `channel-${randomBytes(6).toString('hex')}`
}

/** Posts a message as the app. Returns its ts. */
export async function postAppMessage({ call, channel, text, botToken }: CallContext): Promise<unknown> {
  return (await call(postMessage, { channel, text }, { token: botToken })).ts
}

/** Posts a link. Returns what the app says of it. */
export async function postLink({ call, channel, botToken, text }: CallContext): Promise<Record<string, unknown>> {
  const url = 'https://example.com/1'
  const { ts } = await call(postMessage, { channel, text: url }, { token: botToken })
  return { channel, ts, unfurls: { [url]: { title: text } } }
}
