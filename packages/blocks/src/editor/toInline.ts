import type { RichTextInline, RichTextLink, RichTextOther, RichTextStyle } from '#block'
import { addElement, addText, styled } from '#inlineRun'
import { inline, otherElement } from '#shape/richText'
import { type EditorMark, type EditorNode, flags, mentioned } from './node.ts'

/** The inline elements that nodes of an editor stand for. What is no element of rich text is said in words. */
export function inlinesOf(nodes: readonly EditorNode[], base: RichTextStyle = {}): RichTextInline[] {
  const run: RichTextInline[] = []
  for (const node of nodes) addNode(run, node, base)
  return run.flatMap((one): RichTextInline[] => {
    if (one.type !== 'link') return [one]
    // An address that is its own label needs none.
    const { text, ...bare } = one
    const link = text === one.url ? bare : one
    return inline.safeParse(link).success ? [link] : [{ type: 'text', text: text ?? '', ...styled(one.style ?? {}) }]
  })
}

/** [RT-4] The content of a code block: its words without styles. */
export function literalsOf(nodes: readonly EditorNode[]): RichTextInline[] {
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
    if (typeof href === 'string') addLink(run, { type: 'link', url: href, text, ...unsafeOf(link) }, style)
    else addText(run, text, style)
    return
  }
  const element = elementOf(node, style)
  if (element) run.push(element)
  else if (node.content) for (const child of childrenOf(node)) addNode(run, child, base)
  else addText(run, wordOf(node), style)
}

function addLink(run: RichTextInline[], link: RichTextLink, style: RichTextStyle): void {
  const last = run.at(-1)
  const same = last?.type === 'link' && last.url === link.url && last.unsafe === link.unsafe
  if (link.text === '') return
  if (same && isSame(last.style, style)) last.text = `${last.text ?? ''}${link.text}`
  else run.push({ ...link, ...styled(style) })
}

function unsafeOf(link: EditorMark | undefined): { unsafe?: true } {
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
  if (type !== 'mention') return elementLike({ ...own, type, ...styled(shown) })
  const { kind = 'user', id } = own
  return isKind(kind) ? elementLike({ type: kind, [mentioned[kind]]: id, ...styled(shown) }) : undefined
}

function isKind(kind: unknown): kind is keyof typeof mentioned {
  return typeof kind === 'string' && Object.hasOwn(mentioned, kind)
}

/** The element as its declaration names it; those newer than the nine keep all that they came with. */
function elementLike(given: object): RichTextInline | undefined {
  const found = inline.safeParse(given)
  if (!found.success || found.data.type === 'text' || found.data.type === 'link') return undefined
  return isOther(given) ? given : found.data
}

function isOther(given: unknown): given is RichTextOther {
  return otherElement.safeParse(given).success
}

function wordOf({ attrs }: EditorNode): string {
  const word = attrs?.['label'] ?? attrs?.['alt'] ?? attrs?.['name'] ?? attrs?.['id']
  return typeof word === 'string' ? word : ''
}

function styleOf(marks: readonly EditorMark[]): RichTextStyle {
  return Object.fromEntries(flags.filter((flag) => marks.some(({ type }) => type === flag)).map((flag) => [flag, true]))
}

function isSame(one: RichTextStyle = {}, other: RichTextStyle): boolean {
  return flags.every((flag) => one[flag] === other[flag])
}

/** The marks of a node, and its children: whatever else stands in their place is nothing. */
function marksOf({ marks }: EditorNode): EditorMark[] {
  return Array.isArray(marks) ? marks.filter(isObject) : []
}

export function childrenOf({ content }: EditorNode): EditorNode[] {
  return Array.isArray(content) ? content.filter(isObject) : []
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
