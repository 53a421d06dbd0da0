import type { Block, RichTextBlock } from './types.ts'
import { BlockAssembler, assembleBlocks } from '#markdown/convert/assembler'
import { isSurelyParagraph } from '#markdown/stream/closedEnd'
import { trimUndecidedEnd } from '#markdown/heal/undecidedEnd'
import type { OpenConstruct } from '#markdown/stream/openConstruct'
import { createOpenConstruct } from '#markdown/stream/createOpenConstruct'
import { parseInSteps, parseMarkdown } from '#markdown/parse/parser'
import { finish, type Steps } from '#text/steps'
import { cutAtLastMark } from '#markdown/parse/marks'
import { toFragmentInSteps, toRichTextFragment } from '#markdown/convert/toFragment'
import type { BlockFragment } from '#markdown/convert/fragment'
import { firstLineOf, countCompleteLines, type MarkdownNode, offsetOfLine } from '#markdown/parse/tree'

/**
 * Converts a finished Markdown text to blocks: header, divider, table and rich_text. Takes CommonMark with GFM's tables,
 * tasks and strikethrough, and mrkdwn's mentions. HTML stays text, an image becomes a link. Never throws.
 */
export function blocksFromMarkdown(source: string): Block[] {
  return finish(convertInSteps(source))
}

/** Converts like `blocksFromMarkdown`, in steps of a few milliseconds each. */
function* convertInSteps(source: string): Steps<Block[]> {
  const { read, rest } = cutAtLastMark(source, 'document')
  const { nodes } = yield* parseInSteps(read)
  return assembleBlocks([...(yield* toFragmentsInSteps(nodes)), ...unread(rest)])
}

/** Converts a Markdown text that is still growing. Half-written marks at its end are completed or held back. */
export function blocksFromPartialMarkdown(source: string): Block[] {
  if (cutAtLastMark(source, 'growing').rest !== '') return blocksFromMarkdown(source)
  return assembleBlocks(toFragments(finish(parsePartial(normalizeSource(source.replace(/\r$/, '')))).nodes))
}

/** Converts Markdown to one rich_text block, such as a task's details: headings are bold, tables are laid out as text. */
export function richTextFromMarkdown(source: string): RichTextBlock {
  const { read, rest } = cutAtLastMark(source)
  const fragments = parseMarkdown(read).nodes.flatMap((node) => toRichTextFragment(node) ?? [])
  const [block] = assembleBlocks([...fragments, ...unread(rest)])
  return block?.type === 'rich_text' ? block : { type: 'rich_text', elements: [] }
}

/** Up to this length, unsettled source is read again with every delta. */
const maxEagerLength = 1500
/** Above that length, it has to grow by one of so many parts. */
const minGrowth = 24
/** How much an open text has to grow before its marks are counted again. */
const minCounted = 2000

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
  /** [RT-19] What is read of a text with too many marks, and its length. */
  #read: { length: number; fragments: BlockFragment[] } | undefined
  #countedLength = 0
  /** How much of the unsettled source the last open view has read. */
  #readLength = 0
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
    const { length } = this.#source
    return this.#known(open) ?? this.#remember(open, length, open ? finish(this.#openInSteps()) : this.#finalBlocks())
  }

  /** As `blocks`, in steps. While a text is read as open, nobody else may use this stream. */
  *blocksInSteps(open: boolean): Steps<Block[]> {
    const { length } = this.#source
    const known = this.#known(open)
    return known ?? this.#remember(open, length, yield* open ? this.#openInSteps() : convertInSteps(this.#source))
  }

  /** How many characters the next open view has to read. */
  get unreadLength(): number {
    return this.#known(true) ? 0 : this.#unsettled.length
  }

  #known(open: boolean): Block[] | undefined {
    if (this.#view?.open !== open) return undefined
    return this.#view.length === this.#source.length || (open && !this.#isWorthReading())
      ? this.#view.blocks
      : undefined
  }

  #remember(open: boolean, length: number, blocks: Block[]): Block[] {
    if (open) this.#readLength = this.#unsettled.length
    if (this.#source.length === length) this.#view = { open, length, blocks }
    return blocks
  }

  /**
   * A source that cannot be settled for long, such as a paragraph with a mark that is not closed, is read again only after
   * it has grown by a part of its length. Without that, each delta would cost as much as all of it.
   */
  #isWorthReading(): boolean {
    const grown = this.#unsettled.length - this.#readLength
    return this.#unsettled.length <= maxEagerLength || grown * minGrowth >= this.#unsettled.length
  }

  /** [RT-19] The blocks of a text with too many marks: what follows them is not read any more. */
  *#readInSteps(): Steps<Block[] | undefined> {
    if (!this.#read && this.#source.length - this.#countedLength >= minCounted) {
      this.#countedLength = this.#source.length
      const { read, rest } = cutAtLastMark(this.#source, 'growing')
      if (rest !== '') {
        const { nodes } = yield* parseInSteps(read)
        this.#read = { length: read.length, fragments: yield* toFragmentsInSteps(nodes) }
      }
    }
    return this.#read && assembleBlocks([...this.#read.fragments, ...unread(this.#source.slice(this.#read.length))])
  }

  #finalBlocks(): Block[] {
    if (cutAtLastMark(this.#source, 'document').rest !== '') return blocksFromMarkdown(this.#source)
    const { nodes, hasReferences } = finish(this.#parseUnsettled((text) => parseInSteps(text + this.#pendingReturn)))
    // A link definition may come after the links that use it: then the whole text has to be parsed.
    if (hasReferences || this.#hasReferences) return blocksFromMarkdown(this.#source)
    return this.#settled.blocksWith(toFragments(nodes, this.#open))
  }

  /** The blocks to show now, with the end healed. Settles everything that no later line can change. */
  *#openInSteps(): Steps<Block[]> {
    const read = yield* this.#readInSteps()
    if (read) return read
    this.#unsettled = this.#unsettled.slice(this.#open?.settleStart?.(this.#unsettled) ?? 0)
    const fragment = this.#open?.readPlain?.(this.#unsettled)
    if (fragment) return this.#settled.blocksWith([fragment])
    const { nodes, text, hasReferences } = yield* this.#parseUnsettled(parsePartial)
    this.#hasReferences ||= hasReferences
    const complete = countCompleteLines(text)
    const isSure = (node: MarkdownNode) =>
      firstLineOf(node) < complete || isCertainToStay(node, text.slice(text.lastIndexOf('\n') + 1))
    const last = Math.max(0, nodes.findLastIndex(isSure))
    const [open, ...after] = nodes.slice(last)
    if (!open) return this.#settled.blocksWith(toFragments([], this.#open))
    if (last > 0) {
      for (const fragment of yield* toFragmentsInSteps(nodes.slice(0, last), this.#open)) this.#settled.add(fragment)
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
  *#parseUnsettled(read: typeof parseInSteps) {
    const text = (this.#open?.placeholder ?? '') + this.#unsettled
    const { nodes, hasReferences } = yield* read(text)
    if (!this.#open || !nodes[0] || nodes[0].token.type === this.#open.tokenType) return { nodes, hasReferences, text }
    this.#open = undefined
    this.#unsettled = this.#construct
    return { ...(yield* read(this.#unsettled)), text: this.#unsettled }
  }
}

/** [RT-19] What follows too many marks is shown as it is. */
function unread(rest: string): BlockFragment[] {
  const text = rest.trim().toWellFormed()
  return text === '' ? [] : [{ kind: 'paragraph', elements: [{ type: 'text', text }] }]
}

/** Converts nodes to fragments. The first node continues the open construct, if there is one. */
function toFragments(nodes: readonly MarkdownNode[], construct?: OpenConstruct): BlockFragment[] {
  return finish(toFragmentsInSteps(nodes, construct))
}

function* toFragmentsInSteps(nodes: readonly MarkdownNode[], construct?: OpenConstruct): Steps<BlockFragment[]> {
  const [first, ...more] = nodes
  const start = construct
    ? construct.toFragment(first ? construct.parts(first) : [])
    : first && (yield* toFragmentInSteps(first))
  const fragments = start ? [start] : []
  for (const node of more) {
    yield
    const fragment = yield* toFragmentInSteps(node)
    if (fragment) fragments.push(fragment)
  }
  return fragments
}

/** Whether a construct that starts with this line can no longer become part of the one above it. */
function isCertainToStay({ token }: MarkdownNode, line: string): boolean {
  // A further backtick would turn a fence with a language into a line of a paragraph.
  return token.type === 'paragraph_open' ? isSurelyParagraph(line) : token.type !== 'fence'
}

function parsePartial(source: string) {
  const text = trimUndecidedEnd(source)
  // After a blank line, no inline mark can be open.
  return parseInSteps(text, { growing: true, open: !/\n[ \t]*\n[ \t]*$/.test(text) })
}

/** Normalizes line ends and NUL characters as the parser does. */
function normalizeSource(source: string): string {
  return /[\r\0]/.test(source) ? source.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '\ufffd') : source
}
