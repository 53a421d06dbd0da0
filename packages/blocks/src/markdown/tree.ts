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
