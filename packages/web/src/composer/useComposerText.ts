import { useMemo } from 'react'
import { currentDraft, type Draft, useDraft } from '#store/browser/drafts.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { editorCode } from './field/editorCode.ts'
import { useKnown } from './field/useKnown.ts'
import { describeExcess } from './length/messageLength.ts'
import { encodeMentions, type Known } from './mentions/mentions.ts'
import type { Written } from './written.ts'

/** A document this small is a message that is not too long. */
const surelyFits = 8000

/** The text of a composer, and how it is sent. */
export function useComposerText(draftKey: string) {
  const [draft, setDraft] = useDraft(draftKey)
  const limits = useWorkspace((state) => state.limits)
  const known = useKnown()
  const excess = useMemo(() => {
    if (draft.text.length * 4 < limits.text && JSON.stringify(draft.document ?? '').length < surelyFits)
      return undefined
    const { text, blocks } = writtenOf(draft, known)
    return describeExcess(blocks ? draft.text.trim() : text, limits, blocks)
  }, [draft, known, limits])
  return {
    draft,
    setDraft,
    text: draft.text,
    /** The draft as it is now, which may not be drawn yet. */
    current: () => currentDraft(draftKey),
    written: () => writtenOf(currentDraft(draftKey), known),
    /** Why the text cannot be sent as a message, if it cannot. */
    excess,
    replace: (next: string) => setDraft({ text: next, picked: [] }),
  }
}

/** A draft as it is sent. Until the editor is there, it is its Markdown. */
export function writtenOf({ text, picked, document }: Draft, known: Known): Written {
  const editor = editorCode()
  return document && editor ? editor.writtenOf(document, known) : { text: encodeMentions(text, known, picked).trim() }
}
