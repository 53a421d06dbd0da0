import type { ViewerMessage } from 'rivulet/feedProtocol'
import { plainTextFromBlocks } from '@rivulet/blocks/plainText'
import { findField } from '#composer/mentions/mentionEvent.ts'
import { toMentionNames } from '#names/mentionNames.ts'
import { workspace } from '#store/workspace/workspace.ts'

/** Tells an editor to quote the text that comes with it. */
export const quoteEvent = 'rivulet-quote'

/** [WEB-17] Quotes a message in the editor below it. Names are words there: nobody is mentioned again. */
export function quoteMessage({ blocks, text }: ViewerMessage, near: Element | null): void {
  const words = (blocks.length > 0 && plainTextFromBlocks(blocks, toMentionNames(workspace.getState()))) || text
  const field = findField(near?.closest('[data-region="thread"]') ? 'thread' : 'composer')
  field?.dispatchEvent(new CustomEvent(quoteEvent, { detail: words }))
}
