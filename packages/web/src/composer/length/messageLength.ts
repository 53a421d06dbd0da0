import type { Welcome } from '#store/workspace/workspace.ts'

/** What the rest of a frame takes: ids, and what describes the files. */
const restBytes = 2048

/** Why a text, or the blocks that are sent in its place, cannot be one message, in words; undefined if they can. */
export function describeExcess(
  text: string,
  { text: maxText, frame }: Welcome['limits'],
  blocks?: readonly object[],
): string | undefined {
  const format = (count: number) => count.toLocaleString('en')
  if (text.length > maxText) return `${format(text.length)} characters; a message has at most ${format(maxText)}.`
  const bytes = new TextEncoder().encode(JSON.stringify(blocks ?? text)).length
  const maxBytes = frame - restBytes
  return bytes > maxBytes ? `${format(bytes)} bytes; a message has at most ${format(maxBytes)}.` : undefined
}
