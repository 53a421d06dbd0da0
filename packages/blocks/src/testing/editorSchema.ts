import { Schema } from 'prosemirror-model'
import { styleFlags } from '#editor/node'

const attributes = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { default: null }]))
const atom = (...names: string[]) => ({
  group: 'inline',
  inline: true,
  atom: true,
  attrs: attributes(...names, 'unlink', 'client_highlight'),
})

/** The schema of an editor that holds everything rich text has, as docs/spec/editor-document.md describes it. */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { group: 'block', content: 'inline*' },
    bulletList: { group: 'block', content: 'listItem+', attrs: attributes('shift', 'border') },
    orderedList: { group: 'block', content: 'listItem+', attrs: attributes('start', 'shift', 'border') },
    listItem: { content: 'paragraph block*' },
    blockquote: { group: 'block', content: 'block+', attrs: attributes('border') },
    codeBlock: { group: 'block', content: 'inline*', marks: 'link', attrs: attributes('language', 'border') },
    text: { group: 'inline' },
    hardBreak: { group: 'inline', inline: true },
    mention: atom('kind', 'id'),
    color: atom('value'),
    date: atom('timestamp', 'format', 'url', 'fallback', 'timezone'),
    emoji: atom('name', 'unicode', 'skin_tone', 'url'),
    citation: atom('text', 'url', 'file_id', 'details'),
    tag: atom('text', 'url', 'file_id', 'details'),
    canvas: atom('text', 'url', 'file_id', 'details'),
  },
  marks: {
    link: { attrs: { href: {}, unsafe: { default: null } }, inclusive: false },
    ...Object.fromEntries(styleFlags.map((flag) => [flag, {}])),
  },
})
