import type { Tx } from '#store/db'
import type { Caller } from '#domain/access/caller'
import { findOpenRoot, findPostingTarget } from '#domain/channels/postingRules'
import { textOfBlocks } from '#domain/messages/textOfBlocks'
import { Refusal } from '#domain/refusal'
import { scheduleMessage } from '#domain/scheduled/schedule'
import { checkAppTakesMessages } from './send.ts'
import { blocksOfWritten, type Written } from './written.ts'

/** [SCH-6] Schedules a message that a person wrote in the browser. */
export async function scheduleForPerson(
  tx: Tx,
  person: Caller,
  message: Written & { channelId: string; threadTs: string | undefined; broadcast: boolean; postAt: number },
): Promise<void> {
  const { channelId, threadTs, broadcast, postAt } = message
  const target = await findPostingTarget(tx, person, channelId, threadTs, { broadcast })
  await checkAppTakesMessages(tx, person, target.channel)
  const root = threadTs === undefined ? undefined : findOpenRoot(target, threadTs)
  const text = message.text.toWellFormed()
  const blocks = blocksOfWritten({ text, blocks: message.blocks })
  if (blocks.length === 0) throw new Refusal('no_text', 'There is nothing in the message.')
  const mrkdwn = await textOfBlocks(tx, person.teamId, blocks)
  const draft = { text: mrkdwn, blocks, attachments: null, markdown: text || null, metadata: null, broadcast }
  await scheduleMessage(tx, person, { channel: target.channel, threadTs: root?.ts, postAt, draft })
}
