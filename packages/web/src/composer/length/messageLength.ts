import type { ClientFrame } from 'rivulet/feedProtocol'
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
  const bytes = byteLength(blocks ?? text)
  const maxBytes = frame - restBytes
  return bytes > maxBytes
    ? t('{count} bytes; a message has at most {max}.', { count: formatNumber(bytes), max: formatNumber(maxBytes) })
    : undefined
}

export const tooLong = t('It is too long.')

/** Why the server would close the connection rather than take a frame, in words; undefined if it takes it. */
export function describeFrameExcess(frame: ClientFrame, limits: Welcome['limits']): string | undefined {
  const text = 'text' in frame && typeof frame.text === 'string' ? frame.text : ''
  const blocks = 'blocks' in frame ? frame.blocks : undefined
  return describeExcess(text, limits, blocks) ?? (byteLength(frame) > limits.frame ? tooLong : undefined)
}

function byteLength(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length
}
