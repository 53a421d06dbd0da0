import { blocksOfAttachment } from '@rivulet/blocks/attachments'
import { mrkdwnInSteps } from '@rivulet/blocks/mrkdwn'
import type { FileRow } from '#domain/files/find'
import type { MessageRow } from '#domain/messages/find'
import { Pace } from '#domain/pace'
import type { Db, Tx } from '#store/db'
import { readableText } from '#store/textIndex/readableText'
import { facetPhrase, putTerms, removeText, termsInSteps } from '#store/textIndex/textIndex'

/** What the index says of a message. */
type MessageContent = Pick<MessageRow, 'team_id' | 'channel_id' | 'user_id' | 'text' | 'blocks' | 'attachments'>
type IndexedMessage = MessageContent & Pick<MessageRow, 'ts' | 'deleted' | 'notice' | 'streaming_state'>

/**
 * [SRC-1] Brings the index up to date with a message. A deleted one leaves it, and a stream enters it when it ends, so that
 * appends cost nothing more. `terms` are those of `termsOfMessage`, if they are known.
 */
export async function indexMessage(tx: Tx, message: IndexedMessage, terms?: string): Promise<void> {
  const { team_id, channel_id, ts } = message
  const key = { team_id, channel_id, ts, file_id: '' }
  if (message.deleted) return removeText(tx, key)
  if (message.notice || message.streaming_state === 'in_progress') return
  await putTerms(tx, key, terms ?? (await termsOfMessage(tx, message, new Pace())))
}

/**
 * What the index holds of a message. `isTextOfBlocks`: its text was just made from its blocks, which have nothing else to
 * say unless there are tables.
 */
export async function termsOfMessage(
  db: Db,
  message: MessageContent,
  pace: Pace,
  { isTextOfBlocks = false } = {},
): Promise<string> {
  const { team_id, channel_id, user_id, text, blocks, attachments } = message
  const facets = [
    facetPhrase('kind', 'message'),
    facetPhrase('team', team_id),
    facetPhrase('channel', channel_id),
    facetPhrase('user', user_id),
  ]
  const content = [...blocks, ...(attachments ?? []).flatMap(blocksOfAttachment)]
  const isSaid =
    isTextOfBlocks && !content.some(({ type }) => type === 'table' || type === 'data_table' || type === 'container')
  const inBlocks = isSaid ? text : await pace.run(mrkdwnInSteps(content, undefined, { tables: true }))
  await pace.next()
  const readable = readableText(text, inBlocks, attachments)
  await pace.next()
  return pace.run(termsInSteps(db, readable, facets))
}

/** [SRC-1] Makes a file findable by its title and name. */
export async function indexFile(tx: Tx, { team_id, id, user_id, title, name }: FileRow): Promise<void> {
  const facets = [facetPhrase('kind', 'file'), facetPhrase('team', team_id), facetPhrase('user', user_id)]
  const terms = await new Pace().run(termsInSteps(tx, `${title}\n${name}`, facets))
  await putTerms(tx, { team_id, channel_id: '', ts: '', file_id: id }, terms)
}

export async function unindexFile(tx: Tx, { team_id, id }: { team_id: string; id: string }): Promise<void> {
  await removeText(tx, { team_id, channel_id: '', ts: '', file_id: id })
}
