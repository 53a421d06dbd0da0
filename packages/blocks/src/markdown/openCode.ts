import { codeOf } from './code.ts'
import { holdBack } from './holdBack.ts'
import type { OpenPart, Rest } from './openPart.ts'
import type { Piece } from './pieces.ts'
import { firstLine, type Node } from './tree.ts'

export class OpenCode implements OpenPart {
  readonly type = 'fence'
  readonly standIn: string
  readonly #info: string
  /** A line that may be the end of it. */
  readonly #end: RegExp
  #before = ''

  constructor({ token }: Node, head: string) {
    this.standIn = head
    this.#info = token.info
    this.#end = new RegExp(`^[ \\t]*${token.markup}`, 'm')
  }

  absorb(rest: string): number {
    const whole = rest.lastIndexOf('\n') + 1
    const end = this.#end.exec(rest)?.index ?? whole
    const lines = rest.slice(0, Math.min(whole, end))
    this.#before += lines.toWellFormed()
    return lines.length
  }

  glance(rest: string): Piece | undefined {
    if (/\n|^[ \t]*[`~]|^[ \t]+$/.test(rest)) return undefined
    return this.#piece(
      holdBack(this.standIn + rest)
        .slice(this.standIn.length)
        .toWellFormed(),
    )
  }

  parts(node: Node): readonly Node[] {
    return [node]
  }

  settle(node: Node): Rest {
    return { nodes: [node], line: firstLine(node) + 1 }
  }

  piece([rest]: readonly Node[]): Piece | undefined {
    return this.#piece(rest?.token.content ?? '')
  }

  #piece(rest: string): Piece | undefined {
    const code = codeOf({ content: this.#before + rest, info: this.#info })
    return code && { kind: 'rich', elements: [code] }
  }
}
