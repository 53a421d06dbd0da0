import { emojiCharacters } from '@rivulet/blocks/emoji'
import { safeHref } from '@rivulet/blocks/links'
import { type MarkSpec, type Node, type NodeSpec, type ParseRule, Schema, type TagParseRule } from 'prosemirror-model'
import { channelName } from '#store/client/channelName.ts'
import { workspace } from '#store/workspace/workspace.ts'

const attributes = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { default: null }]))

/** `isValid`: whether a copied node may be pasted. */
function atom(
  text: (node: Node) => string,
  kind: string,
  names: string[],
  isValid?: (attrs: Record<string, unknown>) => boolean,
): NodeSpec {
  return {
    group: 'inline',
    inline: true,
    atom: true,
    attrs: attributes(...names, 'unlink', 'client_highlight'),
    leafText: text,
    toDOM: (node) => [
      'span',
      { class: kind === 'emoji' ? 'rv-emoji' : 'rv-mention', [`data-${kind}`]: JSON.stringify(node.attrs) },
      text(node),
    ],
    parseDOM: isValid
      ? [
          {
            tag: `span[data-${kind}]`,
            getAttrs: (element) => readAttributes(element.getAttribute(`data-${kind}`), isValid),
          },
        ]
      : [],
  }
}

/** The attributes of a copied node; false if they are not valid. */
function readAttributes(json: string | null, isValid: (attrs: Record<string, unknown>) => boolean) {
  try {
    const read: unknown = JSON.parse(json ?? '')
    const fields = typeof read === 'object' && read !== null ? Object.entries(read) : []
    const attrs = Object.fromEntries(fields.filter(([, value]) => typeof value !== 'object'))
    return isValid(attrs) && attrs
  } catch {
    return false
  }
}

function simpleMark(tag: string, parseDOM: readonly ParseRule[], className?: string): MarkSpec {
  return { parseDOM, toDOM: () => (className ? [tag, { class: className }, 0] : [tag, 0]) }
}

const ignored: TagParseRule[] = ['script', 'style', 'head', 'title', 'template', 'noscript', 'svg', 'iframe'].map(
  (tag) => ({
    tag,
    ignore: true,
  }),
)

/** What a rich text may hold, with the names of docs/spec/editor-document.md. Pasted pages are reduced to it. */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: {
      group: 'block',
      content: 'inline*',
      toDOM: () => ['p', 0],
      parseDOM: [...ignored, ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => ({ tag }))],
    },
    bulletList: {
      group: 'block list',
      content: 'listItem+',
      attrs: attributes('shift', 'border'),
      toDOM: () => ['ul', { class: 'rv-list' }, 0],
      parseDOM: [{ tag: 'ul' }],
    },
    orderedList: {
      group: 'block list',
      content: 'listItem+',
      attrs: attributes('start', 'shift', 'border'),
      toDOM: ({ attrs }) => ['ol', { class: 'rv-list', start: attrs['start'] }, 0],
      parseDOM: [{ tag: 'ol', getAttrs: (element) => ({ start: startOf(element) }) }],
    },
    listItem: { content: 'paragraph+ list*', defining: true, toDOM: () => ['li', 0], parseDOM: [{ tag: 'li' }] },
    blockquote: {
      group: 'block',
      content: 'paragraph+',
      attrs: attributes('border'),
      defining: true,
      toDOM: () => ['blockquote', { class: 'rv-quote' }, 0],
      parseDOM: [{ tag: 'blockquote' }],
    },
    codeBlock: {
      group: 'block',
      content: 'inline*',
      marks: 'link',
      code: true,
      defining: true,
      attrs: attributes('language', 'border'),
      toDOM: ({ attrs: { language } }) => [
        'pre',
        { class: 'rv-code', spellcheck: 'false', dir: 'ltr', 'data-language': language },
        ['code', 0],
      ],
      parseDOM: [
        { tag: 'pre', preserveWhitespace: 'full', getAttrs: (element) => ({ language: languageOf(element) }) },
      ],
    },
    text: { group: 'inline' },
    hardBreak: {
      group: 'inline',
      inline: true,
      selectable: false,
      leafText: () => '\n',
      toDOM: () => ['br'],
      parseDOM: [{ tag: 'br' }],
    },
    mention: atom((node) => mentionText(node.attrs['kind'], node.attrs['id']), 'mention', ['kind', 'id'], isMention),
    emoji: atom((node) => emojiText(node), 'emoji', ['name', 'unicode', 'skin_tone', 'url'], isEmoji),
    date: atom(({ attrs }) => String(attrs['fallback'] ?? attrs['format']), 'date', [
      'timestamp',
      'format',
      'url',
      'fallback',
      'timezone',
    ]),
    color: atom(({ attrs }) => String(attrs['value']), 'color', ['value']),
  },
  marks: {
    link: {
      attrs: { href: {}, ...attributes('unsafe') },
      inclusive: false,
      toDOM: ({ attrs }) => ['a', { href: safeHref(String(attrs['href'])) ?? null, rel: 'noreferrer' }, 0],
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs(element) {
            const href = safeHref(element.getAttribute('href') ?? '')
            return href === undefined ? false : { href }
          },
        },
      ],
    },
    bold: simpleMark('strong', [
      { tag: 'strong' },
      // Pages that are copied from Google Docs are all in one such element.
      { tag: 'b', getAttrs: (element) => (element.style.fontWeight === 'normal' ? false : null) },
      { style: 'font-weight', getAttrs: (value) => /^(bold|bolder|[6-9]00)$/.test(value) && null },
    ]),
    italic: simpleMark('em', [{ tag: 'em' }, { tag: 'i' }, { style: 'font-style=italic' }]),
    strike: simpleMark('s', [
      ...['s', 'del', 'strike'].map((tag) => ({ tag })),
      { style: 'text-decoration', getAttrs: (value) => /line-through/.test(value) && null },
    ]),
    underline: simpleMark('u', []),
    code: simpleMark(
      'code',
      ['code', 'kbd', 'samp', 'tt'].map((tag) => ({ tag })),
      'rv-code-chip',
    ),
    highlight: simpleMark('mark', []),
  },
})

/** A mention as people read it. */
export function mentionText(kind: unknown, id: unknown): string {
  const { users, usergroups, channels } = workspace.getState()
  const known = String(id)
  if (kind === 'channel') return `#${channelName(channels, known) ?? known}`
  if (kind === 'usergroup') return `@${usergroups[known]?.handle ?? known}`
  return `@${kind === 'user' ? (users[known]?.label ?? known) : known}`
}

const mentionIds = new Map([
  ['user', /^[UW]\w{1,40}$/],
  ['usergroup', /^S\w{1,40}$/],
  ['channel', /^[CGD]\w{1,40}$/],
  ['broadcast', /^(here|channel|everyone)$/],
])

function isMention({ kind, id }: Record<string, unknown>): boolean {
  return mentionIds.get(String(kind))?.test(String(id)) === true
}

function isEmoji({ name, skin_tone: tone = 2, unicode, url }: Record<string, unknown>): boolean {
  return (
    /^[\w+'-]{1,80}$/.test(String(name)) && /^[2-6]$/.test(String(tone)) && unicode === undefined && url === undefined
  )
}

function emojiText({ attrs }: Node): string {
  const name = `${attrs['name']}${attrs['skin_tone'] ? `::skin-tone-${attrs['skin_tone']}` : ''}`
  return emojiCharacters(name) ?? `:${name}:`
}

function startOf(element: HTMLElement): number | null {
  const start = Number(element.getAttribute('start') ?? 1)
  return Number.isSafeInteger(start) && start > 1 ? start : null
}

function languageOf(element: HTMLElement): string | null {
  const classes = `${element.className} ${element.firstElementChild?.className ?? ''}`
  return /\b(?:language|lang|highlight-source)-([A-Za-z0-9+#._-]{1,50})\b/.exec(classes)?.[1] ?? null
}
