import type { Piece } from './pieces.ts'
import { firstLine, type Node } from './tree.ts'

/** What of a construct is not settled, and the line at which it begins. */
export type Rest = { nodes: readonly Node[]; line: number }

/** The construct that a growing text ends in. It keeps what is settled of it, so that only the rest is parsed again. */
export interface OpenPart {
  /** The token it begins with. Where another is found in its place, it has become something else. */
  readonly type: string
  /** What the parser is given in place of the settled source, so that it reads the rest as it would behind that. */
  readonly standIn: string
  /** Settles what it knows by itself at the beginning of the rest, and says how many characters that is. */
  absorb?(rest: string): number
  /** All of it, where the rest needs no parser of lines. */
  glance?(rest: string): Piece | undefined
  /** Settles what the lines to come cannot change of what was parsed from this text. `lines`: how many are complete. */
  settle(node: Node, lines: number, text: string): Rest
  /** What the parser found behind the stand-in, in parts of which each may be settled alone. */
  parts(node: Node): readonly Node[]
  /** All of it, with these parts behind what is settled. */
  piece(rest: readonly Node[]): Piece | undefined
}

/** How far the text is made of what a sticky pattern matches again and again. */
export function taken(text: string, pattern: RegExp, take: (match: RegExpExecArray) => void): number {
  pattern.lastIndex = 0
  for (let at = 0; ; at = pattern.lastIndex) {
    const match = pattern.exec(text)
    if (!match) return at
    take(match)
  }
}

/** All but the last of the parts that begin in a complete line are done. `line` is where they begin. */
export function parted(parts: readonly Node[], lines: number, line: number): { done: readonly Node[]; rest: Rest } {
  const last = Math.max(
    0,
    parts.findLastIndex((part) => firstLine(part) < lines),
  )
  const nodes = parts.slice(last)
  return { done: parts.slice(0, last), rest: { nodes, line: nodes[0] ? firstLine(nodes[0]) : line } }
}
