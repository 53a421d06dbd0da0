import { blocksFromMrkdwn } from '@rivulet/blocks/mrkdwn'
import { plainTextFromBlocks } from '@rivulet/blocks/plainText'
import { type MentionNames, toMentionNames } from './mentionNames.ts'

/** What apps write in mrkdwn where only words fit: a topic in a list, the title of a thread. */
export function plainMrkdwn(text: string, names: MentionNames): string {
  return plainTextFromBlocks(blocksFromMrkdwn(text), toMentionNames(names))
}
