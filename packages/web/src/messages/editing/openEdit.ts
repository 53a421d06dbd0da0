import { rootTsOf } from '#messages/message/messageTs.ts'
import { contentOf, workspace } from '#store/workspace/workspace.ts'
import { type Edit, edits } from './keptEdits.ts'

/** The change is in a field now. Returns what keeps it when that goes. */
export function openEdit(edit: Edit, place: Element): () => void {
  const message = contentOf(workspace.getState(), edit.channel).messages[edit.ts]
  edit.place = place
  edit.root = message ? rootTsOf(message) : edit.ts
  edit.thread = place.closest('[data-region="thread"]') ? edit.root : undefined
  edits.add(edit)
  return () => {
    edit.place = undefined
    if (!hasNewWords(edit)) edits.delete(edit)
  }
}

/** It was saved, or the person has dropped it. */
export function dropEdit(edit: Edit): void {
  edits.delete(edit)
}

export function hasNewWords({ draft, before }: Edit): boolean {
  return draft.text !== before.text
}
