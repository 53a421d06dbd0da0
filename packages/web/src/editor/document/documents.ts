import { documentFromRichText, type EditorNode, richTextFromDocument } from '@rivulet/blocks/editorDocument'
import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import type { Block, RichTextBlock } from '@rivulet/blocks/types'
import { markdownFromRichText } from '@rivulet/blocks/writeMarkdown'
import { Fragment, Node } from 'prosemirror-model'
import { Selection, TextSelection } from 'prosemirror-state'
import { Transform } from 'prosemirror-transform'
import type { PickedMention } from '#composer/mentions/picked.ts'
import { decodeMentions } from '#messages/editing/typedMentions.ts'
import type { Draft } from '#store/browser/drafts.ts'
import { workspace } from '#store/workspace/workspace.ts'
import { isBlank, isCommand, mentionNode, nodes } from './nodes.ts'
import { schema } from './schema.ts'

/** Where the cursor was in a text, and where the selection ended. */
export type Caret = { start: number; end: number }

const mayHaveMarks = /[^\p{L}\p{N}\s,.?'"()\ue000\ue001]|^\s*\d+[.)]\s/mu

/** They stand in a text for the ends of the selection while it becomes a document. */
const [anchor, head] = ['\ue000', '\ue001']

/** The document of a draft, with the selection at the same place as in its text, or else at its end. */
export function openDraft(draft: Draft, caret?: Caret): { doc: Node; selection: Selection } {
  const kept = draft.document && documentFromJson(draft.document)
  if (kept) return { doc: kept, selection: Selection.atEnd(kept) }
  const { text, picked } = /[\ue000\ue001]/.test(draft.text) ? withoutMarkers(draft) : draft
  if (!caret || (caret.start === text.length && !/\s$/.test(text))) {
    const { doc } = documentFromTyped(text, picked)
    return { doc, selection: Selection.atEnd(doc) }
  }
  const { start, end } = caret
  const marked = text.slice(0, start) + anchor + text.slice(start, end) + head + text.slice(end)
  const opened = takeMarkers(documentFromTyped(marked, picked).doc)
  const { doc } = documentFromTyped(text, picked)
  // A marker in front of marks of Markdown may change what they mean, such as the fence of a code block in a list.
  return lettersOf(opened.doc) === lettersOf(doc) ? opened : { doc, selection: Selection.atEnd(doc) }
}

function lettersOf(doc: Node): string {
  return doc.textContent.replaceAll(/\s/g, '')
}

/** A document as it was kept or came from a message; undefined if the editor cannot hold it. */
export function documentFromJson(json: EditorNode): Node | undefined {
  try {
    const doc = Node.fromJSON(schema, json)
    doc.check()
    return doc
  } catch {
    return undefined
  }
}

/**
 * The document of a text that was typed or pasted: Markdown. A command, and what rich text cannot hold, such as a table,
 * stays as it was typed.
 */
export function documentFromTyped(
  text: string,
  picked: readonly PickedMention[] = [],
): { doc: Node; literal: boolean } {
  const literal = { doc: literalDocument(text, picked), literal: true }
  if (/^[\ue000\ue001]*\//.test(text) || !mayHaveMarks.test(text) || losesWords(text)) return literal
  const blocks = blocksFromMarkdown(encodePicked(text, picked))
  const elements = blocks.flatMap((block) => (block.type === 'rich_text' ? block.elements : []))
  if (blocks.some(({ type }) => type !== 'rich_text')) return literal
  const doc = documentFromJson(documentFromRichText({ elements }))
  return doc ? { doc, literal: false } : literal
}

/** The document of a message's blocks; undefined if they are more than one rich text, or than the editor can hold. */
export function documentFromBlocks([block, ...others]: readonly Block[]): EditorNode | undefined {
  if (block?.type !== 'rich_text' || others.length > 0) return undefined
  const document = documentFromRichText(block)
  return documentFromJson(document) && document
}

/** Whether Markdown would show less than what is there: the definition of a link, or a code block that is empty or open. */
function losesWords(text: string): boolean {
  const fences = text.match(/^[ \t>]*(?:`{3,}|~{3,}).*$/gm) ?? []
  return (
    fences.length % 2 === 1 ||
    fences.some((fence) => /(?:`{3}|~{3})\s*\S+\s+\S/.test(fence)) ||
    /^[ \t>]*(`{3,}|~{3,}).*\s+\1/m.test(text) ||
    /^ {0,3}\[[^\]]+\]:/m.test(text)
  )
}

/** A draft of a document. Its text is for a field without formats. */
export function draftOf(doc: Node): Draft {
  const document: EditorNode = doc.toJSON()
  if (isBlank(doc)) return { text: '', picked: [], document }
  const richText = isCommand(doc) ? undefined : richTextOf(document)
  if (!richText) return { ...literalText(doc), document }
  return { ...decodeMentions(markdownFromRichText(richText), workspace.getState()), document }
}

/** A document as rich text; undefined if it is deeper or larger than a message can be, such as a strange page that was pasted. */
export function richTextOf(document: EditorNode): RichTextBlock | undefined {
  try {
    return richTextFromDocument(document)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** A document as text without marks, and who is mentioned in it. */
export function literalText(doc: Node): Pick<Draft, 'text' | 'picked'> {
  const picked: PickedMention[] = []
  let text = ''
  doc.descendants((node, pos) => {
    if (node.isTextblock && pos > 0 && text !== '') text += '\n'
    if (!node.isLeaf) return true
    const said = node.text ?? node.type.spec.leafText?.(node) ?? ''
    const { kind, id } = node.attrs
    const sigil = kind === 'channel' ? '#' : kind === 'user' ? '@' : kind === 'usergroup' ? '!subteam^' : '!'
    if (node.type === nodes.mention)
      picked.push({ start: text.length, end: text.length + said.length, id: `${sigil}${id}` })
    text += node.type === nodes.emoji && node.attrs['skin_tone'] === null ? `:${node.attrs['name']}:` : said
    return false
  })
  return { text, picked }
}

/** A text with the ids of those who were picked in it. */
export function encodePicked(text: string, picked: readonly PickedMention[]): string {
  let encoded = ''
  let at = 0
  for (const { start, end, id } of inMarkedText(text, picked)) {
    encoded += `${text.slice(at, start)}<${id}>`
    at = end
  }
  return encoded + text.slice(at)
}

/** A document of one paragraph, with a line break for each of the text. */
function literalDocument(text: string, picked: readonly PickedMention[]): Node {
  const inline: Node[] = []
  const add = (part: string) => {
    for (const [i, line] of part.split('\n').entries()) {
      if (i > 0) inline.push(nodes.hardBreak.create())
      if (line !== '') inline.push(schema.text(line))
    }
  }
  let at = 0
  for (const { start, end, id } of inMarkedText(text, picked)) {
    add(text.slice(at, start))
    inline.push(mentionNode(id))
    at = end
  }
  add(text.slice(at))
  return nodes.doc.create(null, nodes.paragraph.create(null, Fragment.fromArray(inline)))
}

/** The picked mentions in a text with markers, which may have moved them. One with a marker in it is left out. */
function inMarkedText(text: string, picked: readonly PickedMention[]): PickedMention[] {
  const markers = [...text.matchAll(/[\ue000\ue001]/g)].map(({ index }, i) => index - i)
  return picked
    .toSorted((a, b) => a.start - b.start)
    .filter(({ start, end }) => !markers.some((at) => at > start && at < end))
    .map(({ start, end, id }) => {
      const moved = markers.filter((at) => at <= start).length
      return { id, start: start + moved, end: end + moved }
    })
}

function withoutMarkers({ text, picked }: Draft): Draft {
  return { text: text.replaceAll(/[\ue000\ue001]/g, '\ufffd'), picked }
}

/** Takes the markers out of a document, and puts the selection there. */
function takeMarkers(doc: Node): { doc: Node; selection: Selection } {
  const transform = new Transform(doc)
  const ends = [anchor, head].map((marker) => {
    let found: number | undefined
    transform.doc.descendants((node, pos) => {
      const at = node.text?.indexOf(marker) ?? -1
      if (at >= 0) found = pos + at
    })
    if (found !== undefined) transform.delete(found, found + 1)
    return found
  })
  const [start, end] = ends
  const whole = start !== undefined && end !== undefined
  return {
    doc: transform.doc,
    selection: whole ? TextSelection.create(transform.doc, start, end) : Selection.atEnd(transform.doc),
  }
}
