import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import { mrkdwnFromBlocks } from '@rivulet/blocks/mrkdwn'

/**
 * How a message begins, in mrkdwn. Of a streamed reply with tasks, `markdown` has the words and `text` the titles of the tasks
 * too, which say nothing of the answer: the words count, if there are any.
 */
export function ownWords({ text, markdown }: { text: string; markdown: string | null }): string {
  const words = markdown ? mrkdwnFromBlocks(blocksFromMarkdown(markdown.toWellFormed())) : ''
  return words || text.toWellFormed()
}
