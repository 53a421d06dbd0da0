import type { Token } from 'markdown-it'
import type { Steps } from '#text/steps'

/** A block token with its children. markdown-it returns a flat list of opening and closing tokens. */
export type MarkdownNode = { token: Token; children: MarkdownNode[] }

/** How many tokens are taken in one step. */
const perStep = 5000

export function* toTreeInSteps(tokens: readonly Token[]): Steps<MarkdownNode[]> {
  const root: MarkdownNode[] = []
  const stack = [root]
  for (const [i, token] of tokens.entries()) {
    if (i % perStep === perStep - 1) yield
    if (token.nesting < 0) {
      stack.pop()
      continue
    }
    const node: MarkdownNode = { token, children: [] }
    stack.at(-1)?.push(node)
    if (token.nesting > 0) stack.push(node.children)
  }
  return root
}

/** The line at which the source of a construct starts, from 0. */
export function firstLineOf({ token }: MarkdownNode): number {
  return token.map?.[0] ?? 0
}

/** The offset at which a line starts; the end of the text if it has no such line. */
export function offsetOfLine(text: string, line: number): number {
  let at = 0
  for (let i = 0; i < line; i++) {
    at = text.indexOf('\n', at) + 1
    if (at === 0) return text.length
  }
  return at
}

/** Counts the complete lines of a text. */
export function countCompleteLines(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}
