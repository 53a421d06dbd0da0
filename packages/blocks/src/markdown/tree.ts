import type { Token } from 'markdown-it'

/** A block token with what it holds; markdown-it gives a flat list of openings and closings. */
export type Node = { token: Token; children: Node[] }

export function treeOf(tokens: readonly Token[]): Node[] {
  const root: Node[] = []
  const stack = [root]
  for (const token of tokens) {
    if (token.nesting < 0) {
      stack.pop()
      continue
    }
    const node: Node = { token, children: [] }
    stack.at(-1)?.push(node)
    if (token.nesting > 0) stack.push(node.children)
  }
  return root
}

/** The line at which the source of a construct begins. */
export function firstLine({ token }: Node): number {
  return token.map?.[0] ?? 0
}

/** Where a line begins; the end of the text where it has no such line. */
export function offsetOfLine(text: string, line: number): number {
  let at = 0
  for (let i = 0; i < line; i++) {
    at = text.indexOf('\n', at) + 1
    if (at === 0) return text.length
  }
  return at
}

/** How many lines of a text are complete. */
export function linesOf(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}
