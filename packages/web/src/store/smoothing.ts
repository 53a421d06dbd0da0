import type { Chunk } from '@rivulet/blocks/chunk'

/** A backlog that stops growing is on the screen after this many milliseconds. */
export const drainWithin = 200

/** How many characters of text wait in the chunks. */
export function backlogOf(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, chunk) => sum + lengthOf(chunk), 0)
}

/** How many of `backlog` characters to show in a frame, `left` milliseconds before all must be shown. */
export function shareOf(backlog: number, sinceLastFrame: number, left: number): number {
  if (left <= sinceLastFrame) return backlog
  return Math.max(1, Math.ceil((backlog * sinceLastFrame) / left))
}

/** The first `characters` of text of the chunks, with the tasks between them, and the rest. */
export function split(chunks: readonly Chunk[], characters: number): [now: Chunk[], later: Chunk[]] {
  const now: Chunk[] = []
  let room = characters
  for (const [i, chunk] of chunks.entries()) {
    const length = lengthOf(chunk)
    if (length <= room) {
      now.push(chunk)
      room -= length
      continue
    }
    if (chunk.type !== 'markdown_text') break
    const at = wholeCharacter(chunk.text, room)
    if (at > 0) now.push({ ...chunk, text: chunk.text.slice(0, at) })
    return [now, [{ ...chunk, text: chunk.text.slice(at) }, ...chunks.slice(i + 1)]]
  }
  return [now, chunks.slice(now.length)]
}

function lengthOf(chunk: Chunk): number {
  return chunk.type === 'markdown_text' ? chunk.text.length : 0
}

// A cut never parts a surrogate pair; one character more is shown instead.
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at - 1)
  return at > 0 && code >= 0xd800 && code <= 0xdbff ? at + 1 : at
}
