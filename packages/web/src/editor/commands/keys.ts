import { baseKeymap, chainCommands } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import { undoInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, sinkListItem } from 'prosemirror-schema-list'
import type { Command } from 'prosemirror-state'
import { continueWriting, formats, leaveLastBlock, unwrapCode } from './formats.ts'
import { listDepth } from './lists.ts'
import { nodes } from '#editor/document/nodes.ts'

/** At the start of the first item of a list, Backspace takes it out of the list. */
const leaveList: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if (!empty || $from.parentOffset > 0 || listDepth($from) === undefined || $from.index(-2) > 0) return false
  return liftListItem(nodes.listItem)(state, dispatch)
}

/** The keys of the editor. Enter alone is the field's own: it sends. */
export const keys = keymap({
  ...baseKeymap,
  'Mod-b': formats.bold,
  'Mod-i': formats.italic,
  'Mod-Shift-x': formats.strike,
  'Mod-Shift-c': formats.code,
  'Mod-Shift-7': formats.orderedList,
  'Mod-Shift-8': formats.bulletList,
  'Mod-Shift-9': formats.blockquote,
  'Mod-Alt-Shift-c': formats.codeBlock,
  'Mod-z': undo,
  'Mod-y': redo,
  'Mod-Shift-z': redo,
  'Shift-Enter': continueWriting,
  Tab: sinkListItem(nodes.listItem),
  'Shift-Tab': liftListItem(nodes.listItem),
  ArrowDown: leaveLastBlock,
  Backspace: chainCommands(undoInputRule, unwrapCode, leaveList, baseKeymap['Backspace'] ?? undo),
})
