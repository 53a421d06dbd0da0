import type { Block, RichTextBlock } from './types.ts'
import { BlockAssembler, assembleBlocks } from '#markdown/convert/assembler'
import { isSurelyParagraph } from '#markdown/stream/closedEnd'
import { trimUndecidedEnd } from '#markdown/heal/undecidedEnd'
import type { OpenConstruct } from '#markdown/stream/openConstruct'
import { createOpenConstruct } from '#markdown/stream/createOpenConstruct'
import { parseMarkdown } from '#markdown/parse/parser'
import { toFragment, toRichTextFragment } from '#markdown/convert/toFragment'
import type { BlockFragment } from '#markdown/convert/fragment'
import { firstLineOf, countCompleteLines, type MarkdownNode, offsetOfLine } from '#markdown/parse/tree'

/**
 * Converts a finished Markdown text to blocks: header, divider, table and rich_text. Takes CommonMark with GFM's tables,
 * tasks and strikethrough, and mrkdwn's mentions. HTML stays text, an image becomes a link. Never throws.
 */
export function blocksFromMarkdown(source: string): Block[] {
  return assembleBlocks(toFragments(parseMarkdown(source).nodes))
}

/** Converts a Markdown text that is still growing. Half-written marks at its end are completed or held back. */
export function blocksFromPartialMarkdown(source: string): Block[] {
  return assembleBlocks(toFragments(parsePartial(normalizeSource(source.replace(/\r$/, ''))).nodes))
}

/** Converts Markdown to one rich_text block, such as a task's details: headings are bold, tables are laid out as text. */
export function richTextFromMarkdown(source: string): RichTextBlock {
  const [block] = assembleBlocks(parseMarkdown(source).nodes.flatMap((node) => toRichTextFragment(node) ?? []))
  return block?.type === 'rich_text' ? block : { type: 'rich_text', elements: [] }
}

/**
 * Converts a Markdown text that grows by deltas. Source is settled once no later text can change what it shows. It is
 * then not parsed again. Settled blocks and elements stay the same objects from one call to the next.
 */
export class MarkdownStream {
  #source = ''
  /** The constructs that are complete. */
  #settled = new BlockAssembler()
  /** The construct after the settled ones, once part of it is settled, and the whole source of that construct. */
  #open: OpenConstruct | undefined
  #construct = ''
  /** The source after what is settled. */
  #unsettled = ''
  #pendingReturn = ''
  #hasReferences = false
  #view: { open: boolean; length: number; blocks: Block[] } | undefined

  /** The whole text so far. */
  get source(): string {
    return this.#source
  }

  /** Appends to the text. */
  push(delta: string): void {
    this.#source += delta
    const text = this.#pendingReturn + delta
    // A carriage return may be the first half of a line end.
    this.#pendingReturn = text.endsWith('\r') ? '\r' : ''
    const read = normalizeSource(text.slice(0, text.length - this.#pendingReturn.length))
    this.#construct += read
    this.#unsettled += read
  }

  /** The blocks of the text. `open`: more may come. Otherwise the result equals `blocksFromMarkdown` of the whole text. */
  blocks(open: boolean): Block[] {
    const length = this.#source.length
    if (this.#view?.open === open && this.#view.length === length) return this.#view.blocks
    const blocks = open ? this.#openBlocks() : this.#finalBlocks()
    this.#view = { open, length, blocks }
    return blocks
  }

  #finalBlocks(): Block[] {
    const { nodes, hasReferences } = this.#parseUnsettled((text) => parseMarkdown(text + this.#pendingReturn))
    // A link definition may come after the links that use it: then the whole text has to be parsed.
    if (hasReferences || this.#hasReferences) return blocksFromMarkdown(this.#source)
    return this.#settled.blocksWith(toFragments(nodes, this.#open))
  }

  /** The blocks to show now, with the end healed. Settles everything that no later line can change. */
  #openBlocks(): Block[] {
    this.#unsettled = this.#unsettled.slice(this.#open?.settleStart?.(this.#unsettled) ?? 0)
    const fragment = this.#open?.readPlain?.(this.#unsettled)
    if (fragment) return this.#settled.blocksWith([fragment])
    const { nodes, text, hasReferences } = this.#parseUnsettled(parsePartial)
    this.#hasReferences ||= hasReferences
    const complete = countCompleteLines(text)
    const isSure = (node: MarkdownNode) =>
      firstLineOf(node) < complete || isCertainToStay(node, text.slice(text.lastIndexOf('\n') + 1))
    const last = Math.max(0, nodes.findLastIndex(isSure))
    const [open, ...after] = nodes.slice(last)
    if (!open) return this.#settled.blocksWith(toFragments([], this.#open))
    if (last > 0) {
      for (const fragment of toFragments(nodes.slice(0, last), this.#open)) this.#settled.add(fragment)
      this.#open = undefined
      this.#unsettled = text.slice(offsetOfLine(text, firstLineOf(open)))
    }
    if (!this.#open) {
      this.#construct = this.#unsettled
      if (isSure(open) && !hasReferences) this.#open = createOpenConstruct(open, text)
    }
    if (!this.#open) return this.#settled.blocksWith(toFragments([open, ...after]))
    const before = this.#open.placeholder.length
    const { nodes: rest, line } = this.#open.settle(open, complete, text)
    this.#unsettled = text.slice(Math.max(before, offsetOfLine(text, line)))
    return this.#settled.blocksWith(
      [this.#open.toFragment(rest), ...toFragments(after)].filter((fragment) => fragment !== undefined),
    )
  }

  /** Parses the placeholder and the unsettled source. If the open construct turned into another, parses all of its source. */
  #parseUnsettled(read: (text: string) => ReturnType<typeof parseMarkdown>) {
    const text = (this.#open?.placeholder ?? '') + this.#unsettled
    const { nodes, hasReferences } = read(text)
    if (!this.#open || !nodes[0] || nodes[0].token.type === this.#open.tokenType) return { nodes, hasReferences, text }
    this.#open = undefined
    this.#unsettled = this.#construct
    return { ...read(this.#unsettled), text: this.#unsettled }
  }
}

/** Converts nodes to fragments. The first node continues the open construct, if there is one. */
function toFragments(nodes: readonly MarkdownNode[], construct?: OpenConstruct): BlockFragment[] {
  const [first, ...more] = nodes
  const start = construct ? construct.toFragment(first ? construct.parts(first) : []) : first && toFragment(first)
  return [start, ...more.map(toFragment)].filter((fragment) => fragment !== undefined)
}

/** Whether a construct that starts with this line can no longer become part of the one above it. */
function isCertainToStay({ token }: MarkdownNode, line: string): boolean {
  // A further backtick would turn a fence with a language into a line of a paragraph.
  return token.type === 'paragraph_open' ? isSurelyParagraph(line) : token.type !== 'fence'
}

function parsePartial(source: string) {
  const text = trimUndecidedEnd(source)
  // After a blank line, no inline mark can be open.
  return parseMarkdown(text, { growing: true, open: !/\n[ \t]*\n[ \t]*$/.test(text) })
}

/** Normalizes line ends and NUL characters as the parser does. */
function normalizeSource(source: string): string {
  return /[\r\0]/.test(source) ? source.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '\ufffd') : source
}
