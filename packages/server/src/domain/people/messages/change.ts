import { markdownFromRichText } from '@rivulet/blocks/writeMarkdown'
import type { Caller } from '#domain/access/caller'
import { findReachableChannel } from '#domain/channels/access'
import { deleteMessage } from '#domain/messages/delete'
import { findEditableMessage, noSuchMessage } from '#domain/messages/editable'
import { findMessage } from '#domain/messages/find'
import { textOfBlocks } from '#domain/messages/textOfBlocks'
import { updateMessage } from '#domain/messages/update'
import { Refusal } from '#domain/refusal'
import type { Db, Tx } from '#store/db'
import { blocksOfWritten, type Written } from './written.ts'

export interface OwnMessage {
  channelId: string
  ts: string
}

const updateErrors = { notOwn: 'cant_update_message', streaming: 'streaming_state_conflict' }
const deleteErrors = { notOwn: 'cant_delete_message', streaming: 'cant_delete_message' }

/** [MSG-32] What a person typed: Markdown, also of what they wrote as rich text, or mrkdwn if the message was posted so. */
export async function readTypedText(db: Db, person: Caller, { channelId, ts }: OwnMessage): Promise<string> {
  const { channel } = await findReachableChannel(db, person, channelId)
  const message = await findMessage(db, channel, ts)
  if (!message) throw noSuchMessage(channel, ts)
  if (message.user_id !== person.userId)
    throw new Refusal('cant_update_message', `The message ${ts} was written by ${message.user_id}.`)
  const [block, ...others] = message.blocks
  const isRichText = message.app_id === null && block?.type === 'rich_text' && others.length === 0
  return message.markdown ?? (isRichText ? markdownFromRichText(block) : message.text)
}

/** [MSG-32] Gives a message of a person other words. */
export async function editMessage(
  tx: Tx,
  person: Caller,
  { channelId, ts, ...written }: OwnMessage & Written,
): Promise<void> {
  const { channel } = await findReachableChannel(tx, person, channelId)
  const markdown = written.text.trim().toWellFormed()
  const blocks = blocksOfWritten({ ...written, text: markdown })
  if (blocks.length === 0) throw new Refusal('no_text', 'There is nothing in the message. Delete it instead.')
  const message = await findEditableMessage(tx, person, channel, ts, updateErrors)
  const text = await textOfBlocks(tx, person.teamId, blocks)
  await updateMessage(tx, person, message, {
    content: { text, markdown: markdown || undefined, blocks },
    metadata: undefined,
    typed: true,
  })
}

/** [MSG-32] Deletes a message of a person. */
export async function removeMessage(tx: Tx, person: Caller, { channelId, ts }: OwnMessage): Promise<void> {
  const { channel } = await findReachableChannel(tx, person, channelId)
  await deleteMessage(tx, await findEditableMessage(tx, person, channel, ts, deleteErrors))
}
