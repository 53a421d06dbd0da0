import { baseKeymap, chainCommands } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import { undoInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, sinkListItem } from 'prosemirror-schema-list'
import type { Command } from 'prosemirror-state'
import { continueWriting, formats, leaveLastBlock, unwrapCode } from './formats.ts'
import { listDepth } from './lists.ts'
import { keysOf, shortcutsOf, type ShortcutId } from '#keys/shortcuts.ts'
import { nodes } from '#editor/document/nodes.ts'

/** At the start of the first item of a list, Backspace takes it out of the list. */
const leaveList: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if (!empty || $from.parentOffset > 0 || listDepth($from) === undefined || $from.index(-2) > 0) return false
  return liftListItem(nodes.listItem)(state, dispatch)
}

const commands: Partial<Record<ShortcutId, Command>> = {
  ...formats,
  undo,
  redo,
  newLine: continueWriting,
  indent: sinkListItem(nodes.listItem),
  outdent: liftListItem(nodes.listItem),
}

const bindings = Object.fromEntries(
  shortcutsOf('write', 'format').flatMap((id) => {
    const command = commands[id]
    return command ? keysOf(id).map((key) => [key, command]) : []
  }),
)

/** The keys of the editor. Enter alone is the field's own: it sends. */
export const keys = keymap({
  ...baseKeymap,
  ...bindings,
  ArrowDown: leaveLastBlock,
  Backspace: chainCommands(undoInputRule, unwrapCode, leaveList, baseKeymap['Backspace'] ?? undo),
})
