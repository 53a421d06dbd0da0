import { codeOf } from '#markdown/convert/code'
import { trimUndecidedEnd } from '#markdown/heal/undecidedEnd'
import type { OpenConstruct, Unsettled } from './openConstruct.ts'
import type { BlockFragment } from '#markdown/convert/fragment'
import { firstLineOf, type MarkdownNode } from '#markdown/parse/tree'

/** A fenced code block at the end of a growing text. Complete lines are settled. */
export class OpenCodeBlock implements OpenConstruct {
  readonly tokenType = 'fence'
  readonly placeholder: string
  readonly #info: string
  /** Matches a line that may close the fence. */
  readonly #end: RegExp
  #settled = ''

  constructor({ token }: MarkdownNode, head: string) {
    this.placeholder = head
    this.#info = token.info
    this.#end = new RegExp(`^[ \\t]*${token.markup}`, 'm')
  }

  settleStart(rest: string): number {
    const whole = rest.lastIndexOf('\n') + 1
    const end = this.#end.exec(rest)?.index ?? whole
    const lines = rest.slice(0, Math.min(whole, end))
    this.#settled += lines.toWellFormed()
    return lines.length
  }

  readPlain(rest: string): BlockFragment | undefined {
    if (/\n|^[ \t]*[`~]|^[ \t]+$/.test(rest)) return undefined
    return this.#fragmentWith(
      trimUndecidedEnd(this.placeholder + rest)
        .slice(this.placeholder.length)
        .toWellFormed(),
    )
  }

  parts(node: MarkdownNode): readonly MarkdownNode[] {
    return [node]
  }

  settle(node: MarkdownNode): Unsettled {
    return { nodes: [node], line: firstLineOf(node) + 1 }
  }

  toFragment([rest]: readonly MarkdownNode[]): BlockFragment | undefined {
    return this.#fragmentWith(rest?.token.content ?? '')
  }

  #fragmentWith(rest: string): BlockFragment | undefined {
    const code = codeOf({ content: this.#settled + rest, info: this.#info })
    return code && { kind: 'rich', elements: [code] }
  }
}
