import type { Tx } from '#store/db'
import type { InstalledApp } from '#domain/apps/profiles'
import type { Caller } from '#domain/access/caller'
import { type Channel, findChannel, noSuchChannel } from '#domain/channels/find'
import { checkSharedLinks } from '#domain/channels/sharedLinks'
import { findTeam } from '#domain/access/teams'
import { deleteMessage } from '#domain/messages/delete'
import {
  checkEphemeralRecipient,
  type EphemeralRow,
  findEphemeral,
  postEphemeral,
  updateEphemeral,
} from '#domain/messages/ephemeral'
import { findEditableMessage } from '#domain/messages/editable'
import { findMessage, type MessageRow } from '#domain/messages/find'
import { postMessage } from '#domain/messages/post'
import { updateMessage } from '#domain/messages/update'
import { checkMessageContent, type MessageContent, toStoredContent } from '#domain/messages/content'
import { checkNotSuspended } from '#domain/channels/access'
import { findThreadRoot, noSuchThread } from '#domain/threads/root'
import { Refusal } from '#domain/refusal'
import type { ResponseUrl } from './responseUrls.ts'

/** What an app answers to an interaction, who sees it, and what happens to the original message. */
export interface InteractionResponse {
  content: MessageContent
  inChannel: boolean
  threadTs: string | undefined
  original: 'stays' | 'replaced' | 'deleted'
}

export type ResponseContext = Pick<ResponseUrl, 'team_id' | 'user_id' | 'channel_id' | 'ts' | 'thread_ts'>

/** [ACT-12] Posts the app's answer where the person has interacted. The app does not have to be a member there. */
export async function respond(
  tx: Tx,
  app: InstalledApp,
  context: ResponseContext,
  response: InteractionResponse,
): Promise<void> {
  const channel = await findChannel(tx, context.team_id, context.channel_id)
  const team = await findTeam(tx, context.team_id)
  if (!channel || channel.deleted || team?.deleted !== false) throw noSuchChannel(context.channel_id)
  await checkNotSuspended(tx, channel)
  if (channel.archived) throw new Refusal('is_archived', `The channel ${channel.id} is archived.`)
  const caller = toBotCaller(app, context.team_id)
  if (channel.blocked_apps.includes(app.calling.id))
    throw new Refusal('access_denied', `The app ${app.calling.id} is blocked in ${channel.id}.`)
  const { content, inChannel } = response
  const original = response.original === 'stays' ? undefined : await findOriginal(tx, caller, channel, context)
  if (response.original === 'deleted') return deleteOriginal(tx, caller, original)
  checkMessageContent(content)
  await checkSharedLinks(tx, channel, content)
  // Without a message of the app to replace, the answer is a message of its own.
  if (original) return replaceOriginal(tx, caller, original, content)
  // An answer for everybody leaves the thread of a message, but not the thread in which a command was sent.
  const ownThread = inChannel && context.ts !== null ? undefined : context.thread_ts
  const threadTs = await findOpenThread(tx, channel, response.threadTs ?? ownThread)
  if (inChannel) {
    await postMessage(tx, caller, { channel, threadTs, ...(await toStoredContent(tx, channel.team_id, content)) })
  } else {
    await checkEphemeralRecipient(tx, channel, context.user_id)
    const appearance = { username: undefined, iconEmoji: undefined, iconUrl: undefined }
    await postEphemeral(tx, caller, { channel, forUser: context.user_id, threadTs, content, appearance })
  }
}

/** The app acts as its bot user. */
function toBotCaller({ calling }: InstalledApp, teamId: string): Caller {
  const nobody = { scopes: [], enterpriseId: undefined, teamsGranted: undefined }
  return { kind: 'bot', teamId, userId: calling.botUser, app: calling, ...nobody }
}

async function findOpenThread(tx: Tx, channel: Channel, ts: string | null | undefined): Promise<string | undefined> {
  if (!ts) return undefined
  const root = await findThreadRoot(tx, channel, ts)
  if (!root) throw noSuchThread(channel, ts)
  if (root.locked) throw new Refusal('restricted_action_thread_locked', `The thread ${root.ts} is locked.`)
  return root.ts
}

type Original = { ephemeral: EphemeralRow } | { message: MessageRow }

/** Finds the app's message in which the person has interacted, unless it is gone. */
async function findOriginal(
  tx: Tx,
  caller: Caller,
  channel: Channel,
  { ts, user_id: userId }: ResponseContext,
): Promise<Original | undefined> {
  if (ts === null) return undefined
  const ephemeral = await findEphemeral(tx, channel, ts)
  if (ephemeral?.for_user === userId && ephemeral.app_id === caller.app?.id) return { ephemeral }
  const message = await findMessage(tx, channel, ts)
  if (message?.user_id !== caller.userId) return undefined
  return { message: await findEditableMessage(tx, caller, channel, ts, refusalCodes) }
}

const refusalCodes = { notOwn: 'cant_update_message', streaming: 'cant_update_message' }

async function replaceOriginal(tx: Tx, caller: Caller, original: Original, content: MessageContent): Promise<void> {
  if ('ephemeral' in original) return updateEphemeral(tx, caller, original.ephemeral, content)
  // The answer takes the place of the whole message, its attachments included.
  const whole = { ...content, attachments: content.attachments ?? [] }
  await updateMessage(tx, caller, original.message, { content: whole, metadata: undefined })
}

async function deleteOriginal(tx: Tx, caller: Caller, original: Original | undefined): Promise<void> {
  if (!original) return
  if ('ephemeral' in original) return updateEphemeral(tx, caller, original.ephemeral, undefined)
  await deleteMessage(tx, original.message)
}
