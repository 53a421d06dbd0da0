import { isObject } from '#check/isObject'
import type { RichTextInline, RichTextLink, RichTextStyle } from '#types'
import { addElement, addText, styleField } from '#richText/inlineRun'
import { isInline } from './isInline.ts'
import { type EditorMark, type EditorNode, styleFlags, mentionIdFields } from './node.ts'

/** Converts an editor's inline nodes to inline elements. A node that rich text does not have becomes text. */
export function inlinesOf(nodes: readonly EditorNode[], base: RichTextStyle = {}): RichTextInline[] {
  const run: RichTextInline[] = []
  for (const node of nodes) addNode(run, node, base)
  return run.flatMap((element): RichTextInline[] => {
    if (element.type !== 'link') return [element]
    // A label that equals the address is left out.
    const { text, ...unlabelled } = element
    const link = text === element.url ? unlabelled : element
    return isInline(link) ? [link] : [{ type: 'text', text: text ?? '', ...styleField(element.style ?? {}) }]
  })
}

/** [RT-4] Converts the content of a code block to text without styles. */
export function codeInlinesOf(nodes: readonly EditorNode[]): RichTextInline[] {
  const run: RichTextInline[] = []
  for (const { style: _, ...inline } of inlinesOf(nodes)) addElement(run, inline)
  return run
}

function addNode(run: RichTextInline[], node: EditorNode, base: RichTextStyle): void {
  const marks = marksOf(node)
  const style = { ...base, ...styleOf(marks) }
  const text = node.type === 'hardBreak' ? '\n' : node.type === 'text' ? node.text : undefined
  if (typeof text === 'string') {
    const link = marks.find(({ type }) => type === 'link')
    const href = link?.attrs?.['href']
    if (typeof href === 'string') addLink(run, { type: 'link', url: href, text, ...unsafeField(link) }, style)
    else addText(run, text, style)
    return
  }
  const element = elementOf(node, style)
  if (element) run.push(element)
  else if (node.content) for (const child of childrenOf(node)) addNode(run, child, base)
  else addText(run, labelOf(node), style)
}

function addLink(run: RichTextInline[], link: RichTextLink, style: RichTextStyle): void {
  const last = run.at(-1)
  const same = last?.type === 'link' && last.url === link.url && last.unsafe === link.unsafe
  if (link.text === '') return
  if (same && isSameStyle(last.style, style)) last.text = `${last.text ?? ''}${link.text}`
  else run.push({ ...link, ...styleField(style) })
}

function unsafeField(link: EditorMark | undefined): { unsafe?: true } {
  return link?.attrs?.['unsafe'] === true ? { unsafe: true } : {}
}

function elementOf({ type, attrs }: EditorNode, style: RichTextStyle): RichTextInline | undefined {
  const fields = Object.entries(attrs ?? {}).filter(([, value]) => value !== null && value !== undefined)
  const { unlink, client_highlight, ...own } = Object.fromEntries(fields)
  const shown = {
    ...style,
    ...(unlink === true ? { unlink } : {}),
    ...(client_highlight === true ? { client_highlight } : {}),
  }
  if (type !== 'mention') return asElement({ ...own, type, ...styleField(shown) })
  const { kind = 'user', id } = own
  return isMentionKind(kind) ? asElement({ type: kind, [mentionIdFields[kind]]: id, ...styleField(shown) }) : undefined
}

/** The element, if it is one that a node stands for. */
function asElement(given: object): RichTextInline | undefined {
  return isInline(given) && given.type !== 'text' && given.type !== 'link' ? given : undefined
}

function isMentionKind(kind: unknown): kind is keyof typeof mentionIdFields {
  return typeof kind === 'string' && Object.hasOwn(mentionIdFields, kind)
}

function labelOf({ attrs }: EditorNode): string {
  const word = attrs?.['label'] ?? attrs?.['alt'] ?? attrs?.['name'] ?? attrs?.['id']
  return typeof word === 'string' ? word : ''
}

function styleOf(marks: readonly EditorMark[]): RichTextStyle {
  return Object.fromEntries(
    styleFlags.filter((flag) => marks.some(({ type }) => type === flag)).map((flag) => [flag, true]),
  )
}

function isSameStyle(one: RichTextStyle = {}, other: RichTextStyle): boolean {
  return styleFlags.every((flag) => one[flag] === other[flag])
}

/** The marks of a node; values that are no marks are dropped. */
function marksOf({ marks }: EditorNode): EditorMark[] {
  return Array.isArray(marks) ? marks.filter((mark): boolean => isObject(mark)) : []
}

/** The children of a node; values that are no nodes are dropped. */
export function childrenOf({ content }: EditorNode): EditorNode[] {
  return Array.isArray(content) ? content.filter((node): boolean => isObject(node)) : []
}
