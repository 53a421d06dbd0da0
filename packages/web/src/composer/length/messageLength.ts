import type { Welcome } from '#store/workspace/workspace.ts'
import { formatNumber, t } from '#words/t.ts'

/** What the rest of a frame takes: ids, and what describes the files. */
const restBytes = 2048

/** Why a text, or the blocks that are sent in its place, cannot be one message, in words; undefined if they can. */
export function describeExcess(
  text: string,
  { text: maxText, frame }: Welcome['limits'],
  blocks?: readonly object[],
): string | undefined {
  if (text.length > maxText)
    return t('{count} characters; a message has at most {max}.', {
      count: formatNumber(text.length),
      max: formatNumber(maxText),
    })
  const bytes = new TextEncoder().encode(JSON.stringify(blocks ?? text)).length
  const maxBytes = frame - restBytes
  return bytes > maxBytes
    ? t('{count} bytes; a message has at most {max}.', { count: formatNumber(bytes), max: formatNumber(maxBytes) })
    : undefined
}
