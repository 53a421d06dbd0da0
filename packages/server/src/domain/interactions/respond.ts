import type { Tx } from '#store/db'
import type { InstalledApp } from '#domain/apps/profiles'
import type { Caller } from '#domain/access/caller'
import { type Channel, findChannel, noSuchChannel } from '#domain/channels/find'
import { checkSharing } from '#domain/channels/shared'
import { teamOf } from '#domain/access/grants'
import { deleteMessage } from '#domain/messages/delete'
import {
  changeEphemeral,
  checkAddressee,
  type EphemeralRow,
  findEphemeral,
  postEphemeral,
} from '#domain/messages/ephemeral'
import { ownMessage } from '#domain/messages/editable'
import { postMessage } from '#domain/messages/post'
import { updateMessage } from '#domain/messages/update'
import { asSaid, checkWritten, type Written } from '#domain/messages/content'
import { checkSuspended, findRoot, noSuchThread } from '#domain/channels/postingRules'
import { Refusal } from '#domain/refusal'
import type { ResponseUrl } from './responseUrls.ts'

/** What an app answers to an act, to whom, and in place of what. */
export interface Response {
  written: Written
  inChannel: boolean
  threadTs: string | undefined
  original: 'stays' | 'replaced' | 'deleted'
}

export type About = Pick<ResponseUrl, 'team_id' | 'user_id' | 'channel_id' | 'ts' | 'thread_ts'>

/** [ACT-12] Says what the app answers where the person acted; the app does not have to be in the channel. */
export async function respond(tx: Tx, app: InstalledApp, about: About, response: Response): Promise<void> {
  const channel = await findChannel(tx, about.team_id, about.channel_id)
  const team = await teamOf(tx, about.team_id)
  if (!channel || channel.deleted || team?.deleted !== false) throw noSuchChannel(about.channel_id)
  await checkSuspended(tx, channel)
  if (channel.archived) throw new Refusal('is_archived', `The channel ${channel.id} is archived.`)
  const caller = botOf(app, about.team_id)
  if (channel.blocked_apps.includes(app.calling.id))
    throw new Refusal('access_denied', `The app ${app.calling.id} is blocked in ${channel.id}.`)
  const { written, original, inChannel } = response
  if (original === 'deleted') return deleteOriginal(tx, caller, channel, about)
  checkWritten(written)
  await checkSharing(tx, channel, written)
  if (original === 'replaced') return replaceOriginal(tx, caller, channel, about, written)
  const threadTs = await threadOf(tx, channel, response.threadTs ?? (inChannel ? undefined : about.thread_ts))
  if (inChannel) {
    const { text, blocks, markdown } = asSaid(written)
    await postMessage(tx, caller, { channel, threadTs, text, blocks, markdown })
  } else {
    await checkAddressee(tx, channel, about.user_id)
    const appearance = { username: undefined, iconEmoji: undefined, iconUrl: undefined }
    await postEphemeral(tx, caller, { channel, forUser: about.user_id, threadTs, written, appearance })
  }
}

/** What an app does here it does as its bot user. */
function botOf({ calling }: InstalledApp, teamId: string): Caller {
  const nobody = { scopes: [], enterpriseId: undefined, teamsGranted: undefined }
  return { kind: 'bot', teamId, userId: calling.botUser, app: calling, ...nobody }
}

async function threadOf(tx: Tx, channel: Channel, ts: string | null | undefined): Promise<string | undefined> {
  if (!ts) return undefined
  const root = await findRoot(tx, channel, ts)
  if (!root) throw noSuchThread(channel, ts)
  if (root.locked) throw new Refusal('restricted_action_thread_locked', `The thread ${root.ts} is locked.`)
  return root.ts
}

async function replaceOriginal(
  tx: Tx,
  caller: Caller,
  channel: Channel,
  about: About,
  written: Written,
): Promise<void> {
  const shown = await shownAlone(tx, caller, channel, about)
  if (shown) return changeEphemeral(tx, shown, written)
  const message = await ownMessage(tx, caller, channel, about.ts ?? '', words)
  await updateMessage(tx, message, { written, metadata: undefined })
}

async function deleteOriginal(tx: Tx, caller: Caller, channel: Channel, about: About): Promise<void> {
  const shown = await shownAlone(tx, caller, channel, about)
  if (shown) return changeEphemeral(tx, shown, undefined)
  await deleteMessage(tx, await ownMessage(tx, caller, channel, about.ts ?? '', words))
}

const words = { notOwn: 'cant_update_message', streaming: 'cant_update_message' }

/** The message for the person alone in which they acted. */
async function shownAlone(
  tx: Tx,
  { app }: Caller,
  channel: Channel,
  { ts, user_id: userId }: About,
): Promise<EphemeralRow | undefined> {
  const row = ts === null ? undefined : await findEphemeral(tx, channel, ts)
  return row?.for_user === userId && row.app_id === app?.id ? row : undefined
}
