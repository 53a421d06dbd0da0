import type { BlockFragment } from '#markdown/convert/fragment'
import { firstLineOf, type MarkdownNode } from '#markdown/parse/tree'

/** The part of a construct that is not settled, and the line at which it starts. */
export type Unsettled = { nodes: readonly MarkdownNode[]; line: number }

/** The construct at the end of a growing text. It keeps what is settled, so that only the rest is parsed again. */
export interface OpenConstruct {
  /** The token it starts with. If the parser finds another token there, the construct has turned into another. */
  readonly tokenType: string
  /** A short text that takes the place of the settled source, so that the parser reads the rest in the same context. */
  readonly placeholder: string
  /** Settles a prefix of the rest without the parser. Returns its length in UTF-16 units. */
  settleStart?(rest: string): number
  /** The whole construct, if the rest can be read without the block parser. */
  readPlain?(rest: string): BlockFragment | undefined
  /** Settles what no later line can change in a node parsed from this text, of which `lines` lines are complete. */
  settle(node: MarkdownNode, lines: number, text: string): Unsettled
  /** The parts of the node after the placeholder. Each part can be settled on its own. */
  parts(node: MarkdownNode): readonly MarkdownNode[]
  /** The whole construct: what is settled, followed by these parts. */
  toFragment(rest: readonly MarkdownNode[]): BlockFragment | undefined
}

/** Calls `onMatch` for consecutive matches of a sticky pattern from the start of the text. Returns where they end. */
export function consumeMatches(text: string, pattern: RegExp, onMatch: (match: RegExpExecArray) => void): number {
  pattern.lastIndex = 0
  for (let at = 0; ; at = pattern.lastIndex) {
    const match = pattern.exec(text)
    if (!match) return at
    onMatch(match)
  }
}

/** Splits parts: those that start in a complete line are done, except the last of them. The parts start at `line`. */
export function splitSettled(
  parts: readonly MarkdownNode[],
  lines: number,
  line: number,
): { done: readonly MarkdownNode[]; unsettled: Unsettled } {
  const last = Math.max(
    0,
    parts.findLastIndex((part) => firstLineOf(part) < lines),
  )
  const nodes = parts.slice(last)
  return { done: parts.slice(0, last), unsettled: { nodes, line: nodes[0] ? firstLineOf(nodes[0]) : line } }
}
