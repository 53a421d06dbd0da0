import { isBlankText } from '@rivulet/blocks/blank'
import type { Mark, Node } from 'prosemirror-model'
import { schema } from './schema.ts'

type NodeName = keyof typeof schema.nodes
type MarkName = keyof typeof schema.marks

/** The nodes and marks of the schema by name. Each of them exists. */
export const { nodes, marks } = schema

export function isA(node: Node | null | undefined, ...names: NodeName[]): boolean {
  return node != null && names.some((name) => node.type === nodes[name])
}

export function hasMark(list: readonly Mark[], name: MarkName): boolean {
  return list.some(({ type }) => type === marks[name])
}

/** A mention by its id as mrkdwn writes it: `@U1`, `!subteam^S1`, `#C1`, `!here`. */
export function mentionNode(id: string): Node {
  const [, sigil, group, name] = /^([@#!])(subteam\^)?(.*)$/.exec(id) ?? []
  const kind = sigil === '@' ? 'user' : sigil === '#' ? 'channel' : group ? 'usergroup' : 'broadcast'
  return nodes.mention.create({ kind, id: name })
}

/** An emoji by its name, which may have a tone: `wave::skin-tone-2`. */
export function emojiNode(name: string): Node {
  const [, base = name, tone] = /^(.+)::skin-tone-([2-6])$/.exec(name) ?? []
  return nodes.emoji.create({ name: base, skin_tone: tone === undefined ? null : Number(tone) })
}

/** Whether there is nothing to send in a document. */
export function isBlank(doc: Node): boolean {
  return isBlankText(doc.textContent)
}

/** Whether a document is what a person says to an app, which is sent as it was typed. */
export function isCommand(doc: Node): boolean {
  return isA(doc.firstChild, 'paragraph') && doc.textBetween(0, Math.min(2, doc.content.size)).startsWith('/')
}
