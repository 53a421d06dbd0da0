import { useId, useState } from 'react'
import type { EditorView } from 'prosemirror-view'
import type { FieldProps } from '#composer/field/field.ts'
import { useKnown } from '#composer/field/useKnown.ts'
import { insertCompletion, noContext, type TypingContext } from './commands/completions.ts'
import { useSuggestions } from './suggestions/useSuggestions.ts'

/** What can be completed at the cursor, and what keys do with it. */
export function useCompletions({ commands = [], onCommand }: Pick<FieldProps, 'commands' | 'onCommand'>) {
  const [context, setContext] = useState(noContext)
  const known = useKnown()
  const listId = useId()
  const suggestions = useSuggestions(context.text, context.cursor, { ...known, commands })

  function complete(view: EditorView | null, index: number) {
    const completion = suggestions.complete(index)
    if (!completion || !view) return
    if ('command' in completion) onCommand?.(completion.command)
    insertCompletion(view, completion)
    suggestions.restart()
  }

  return {
    lists: { ...suggestions.lists, id: listId },
    activeOption: suggestions.count > 0 ? `${listId}-${suggestions.active}` : undefined,
    listId,
    complete,
    /** The cursor is in another place, or the text is another one. */
    look: (next: TypingContext) =>
      setContext((last) => (last.text === next.text && last.cursor === next.cursor ? last : next)),
    /** The person has edited the text. */
    edited(isEmpty: boolean) {
      if (isEmpty) suggestions.allow()
      suggestions.restart()
    },
    /** Returns true if the key is for the list. */
    onKey(view: EditorView, event: KeyboardEvent): boolean {
      if (suggestions.count === 0) return false
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        suggestions.move(event.key === 'ArrowDown' ? 1 : -1)
        return true
      }
      if (event.key === 'Tab' || (event.key === 'Enter' && !event.shiftKey && !suggestions.isComplete)) {
        complete(view, suggestions.active)
        return true
      }
      if (event.key !== 'Escape') return false
      event.stopPropagation()
      suggestions.dismiss()
      return true
    },
  }
}
