import type { Chunk } from '@rivulet/blocks/types'

/** Text is on the screen within this many milliseconds after it arrived. */
export const drainMs = 200

/** Text that comes in bursts may take longer, so that it flows on until the next one. */
const maxDrainMs = 500

/** How long text that arrives `gap` milliseconds after other text may take to be shown. */
export function drainFor(gap: number): number {
  return gap > drainMs && gap < maxDrainMs * 1.25 ? Math.min(gap, maxDrainMs) : drainMs
}

/** How many characters of text the chunks hold. */
export function countCharacters(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, chunk) => sum + lengthOf(chunk), 0)
}

/** How many of the `waiting` characters to show in this frame. All of them must be shown within `msLeft`. */
export function charactersToShow(waiting: number, msSinceLastFrame: number, msLeft: number): number {
  if (msLeft <= msSinceLastFrame) return waiting
  return Math.max(1, Math.ceil((waiting * msSinceLastFrame) / msLeft))
}

/** Splits off the first `characters` of text, with the tasks between them, from the rest. */
export function splitChunks(chunks: readonly Chunk[], characters: number): [now: Chunk[], later: Chunk[]] {
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

// Moves a cut inside a surrogate pair behind it, so that both halves are shown.
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at - 1)
  return at > 0 && code >= 0xd800 && code <= 0xdbff ? at + 1 : at
}
