import type { Attachment } from '@rivulet/blocks/types'
import type { Caller } from '#domain/access/caller'
import { type Channel, findVisibleChannel } from '#domain/channels/find'
import { filterReadable } from '#domain/files/find'
import { findDuplicateMessage } from '#domain/messages/clientMsgId'
import { lockMessage, noSuchMessage } from '#domain/messages/editable'
import { findMessage, type MessageRow } from '#domain/messages/find'
import { permalinkOf } from '#domain/messages/permalink'
import { textOfBlocks } from '#domain/messages/textOfBlocks'
import { displayNameOf, findUser } from '#domain/people/users'
import { Refusal } from '#domain/refusal'
import type { Db, Tx } from '#store/db'
import { sendMessage } from './send.ts'

export interface Forward {
  /** Repeating it forwards nothing twice. */
  id: string
  /** Where it goes to. */
  channel: string
  from: { channel: string; ts: string }
  text: string
}

/** [MSG-34] Sends a copy of a message that the person sees, with words of their own or without. */
export async function forwardMessage(
  tx: Tx,
  person: Caller,
  { id, channel: channelId, from, text }: Forward,
): Promise<string> {
  const duplicate = await findDuplicateMessage(tx, person, id, channelId)
  if (duplicate) return duplicate.ts
  const { channel } = await findVisibleChannel(tx, person, from.channel)
  // Whoever deletes it meanwhile would delete its files too.
  await lockMessage(tx, channel, from.ts)
  const original = await findMessage(tx, channel, from.ts)
  if (!original) throw noSuchMessage(channel, from.ts)
  if (original.notice || original.streaming_state === 'in_progress')
    throw new Refusal('cant_forward_message', 'Only a message that somebody wrote to its end can be forwarded.')
  const attachments = await toForwarded(tx, channel, original)
  const forwarded = { attachments, files: await filterReadable(tx, person, original.files ?? []) }
  return sendMessage(tx, person, { channelId, text, clientMsgId: id, toAssistant: true, forwarded })
}

/** How many characters of the message are in the `fallback` too. A long message has room for its words once. */
const maxFallback = 1000

/** [MSG-34] What is shown of the message. What was forwarded without other words is forwarded as it is. */
async function toForwarded(db: Db, channel: Channel, original: MessageRow): Promise<Attachment[]> {
  const { text, blocks, attachments, team_id: teamId, user_id: userId, ts } = original
  const earlier = (attachments ?? []).filter(({ is_share: isShare }) => isShare)
  const words = text || (await textOfBlocks(db, teamId, blocks))
  if (!words && earlier.length > 0) return earlier
  const author = await findUser(db, teamId, userId)
  const name = original.username ?? (author ? displayNameOf(author) : userId)
  const shown = words || (attachments ?? []).map(({ fallback }) => fallback).join('\n')
  const address = permalinkOf(db, original)
  return [
    {
      id: 1,
      from_url: address,
      is_msg_unfurl: true,
      is_share: true,
      author_id: userId,
      author_name: name,
      channel_id: channel.id,
      channel_team: teamId,
      ...(shown ? { text: shown } : {}),
      mrkdwn_in: ['text'],
      ts,
      footer: placeOf(channel),
      fallback: `${name}: ${shown.slice(0, maxFallback).toWellFormed()}`,
    },
  ]
}

/** A private channel does not exist for who is not in it, so it has no name here [PLA-1]. */
function placeOf({ kind, name }: Channel): string {
  if (kind === 'public') return `Posted in #${name}`
  return kind === 'private' ? 'Posted in a private channel' : 'From a direct message'
}
