import { canonicalEmojiName } from '@rivulet/blocks/emoji'
import { safeHref } from '@rivulet/blocks/links'
import { InputRule, inputRules } from 'prosemirror-inputrules'
import type { MarkType, NodeType } from 'prosemirror-model'
import { wrapIn } from 'prosemirror-commands'
import { wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState, Transaction } from 'prosemirror-state'
import { workspace } from '#store/workspace/workspace.ts'
import { formats } from './formats.ts'
import { follow, listDepth, onOwnLines } from './lists.ts'
import { emojiNode, isA, isCommand, marks, nodes } from '#editor/document/nodes.ts'
import { schema } from '#editor/document/schema.ts'

/** What becomes a format as it is typed: Markdown as people know it from Slack. A command stays as it is typed. */
export const shortcuts = inputRules({
  rules: [
    markRule(/(?<![\p{L}\p{N}*\\])\*\*([^\s*](?:[^*]*[^\s*])?)\*\*$/u, marks.bold),
    markRule(/(?<![\p{L}\p{N}*\\])\*([^\s*](?:[^*]*[^\s*])?)\*$/u, marks.bold),
    markRule(/(?<![\p{L}\p{N}_\\])_([^\s_](?:[^_]*[^\s_])?)_$/u, marks.italic),
    markRule(/(?<![\p{L}\p{N}~\\])~~([^\s~](?:[^~]*[^\s~])?)~~$/u, marks.strike),
    markRule(/(?<![\p{L}\p{N}~\\])~([^\s~](?:[^~]*[^\s~])?)~$/u, marks.strike),
    markRule(/(?<!`)`([^`]+)`$/u, marks.code),
    rule(/\[([^[\]]+)\]\(([^\s()]+)\)$/u, (state, [, label = '', url = ''], start, end) => {
      const href = safeHref(url)
      if (href === undefined) return null
      return state.tr
        .replaceWith(start, end, schema.text(label, [marks.link.create({ href })]))
        .removeStoredMark(marks.link)
    }),
    rule(
      /(?<![\p{L}\p{N}:]):([a-z0-9_+'-]*[a-z1][a-z0-9_+'-]*(?:::skin-tone-[2-6])?):$/u,
      (state, [, name = ''], start, end) => (isEmoji(name) ? state.tr.replaceWith(start, end, emojiNode(name)) : null),
    ),
    lineRule('[-*•] ', () => listOf(nodes.bulletList)),
    lineRule(String.raw`(\d{1,4})[.)] `, ([, number]) =>
      listOf(nodes.orderedList, number === '1' ? null : { start: Number(number) }),
    ),
    lineRule('> ', () => onOwnLines(wrapIn(nodes.blockquote))),
    lineRule('```', () => formats.codeBlock),
  ],
})

type Handler = (state: EditorState, match: RegExpMatchArray, start: number, end: number) => Transaction | null

function rule(pattern: RegExp, handle: Handler): InputRule {
  return new InputRule(
    pattern,
    (state, match, start, end) => (isCommand(state.doc) ? null : handle(state, match, start, end)),
    { inCodeMark: false },
  )
}

/** Puts a mark on what is between two signs, and takes the signs away. The last sign is typed just now. */
function markRule(pattern: RegExp, mark: MarkType): InputRule {
  return rule(pattern, ({ tr, doc }, [whole, inner = ''], start, end) => {
    const $start = doc.resolve(start)
    // Code that is not closed yet.
    const before = $start.parent.textBetween(0, $start.parentOffset, null, '\ufffc')
    if (before.split('`').length % 2 === 0) return null
    const sign = (whole.length - inner.length) / 2
    const innerEnd = start + sign + inner.length
    if (innerEnd > end) return null
    tr.delete(innerEnd, end).delete(start, start + sign)
    return tr.addMark(start, start + inner.length, mark.create()).removeStoredMark(mark)
  })
}

/** Runs a command on a line that begins with a sign, and takes the sign away. */
function lineRule(sign: string, commandFor: (match: RegExpMatchArray) => Command): InputRule {
  // A line break, like every node without text, is this character here.
  return rule(new RegExp(`(?:^|\ufffc)${sign}$`), (state, match, start, end) => {
    if (!isA(state.selection.$from.parent, 'paragraph')) return null
    const isBreak = match[0].startsWith('\ufffc')
    if (isBreak && !isA(state.doc.nodeAt(start), 'hardBreak')) return null
    const tr = state.tr.delete(isBreak ? start + 1 : start, end)
    return follow(state, tr, commandFor(match)) ? tr : null
  })
}

function listOf(type: NodeType, attrs: { start: number } | null = null): Command {
  return (state, dispatch) =>
    listDepth(state.selection.$from) === undefined && onOwnLines(wrapInList(type, attrs))(state, dispatch)
}

function isEmoji(name: string): boolean {
  return canonicalEmojiName(name) !== undefined || Object.hasOwn(workspace.getState().emoji, name)
}
