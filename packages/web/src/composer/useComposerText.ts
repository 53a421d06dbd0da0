import { useMemo } from 'react'
import { useDraft } from '#store/browser/drafts.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { describeExcess } from './length/messageLength.ts'
import { encodeMentions } from './mentions/mentions.ts'
import { movePicked, type PickedMention } from './mentions/picked.ts'

/** The text of a composer, and who was picked in it. */
export function useComposerText(draftKey: string) {
  const [{ text, picked }, setDraft] = useDraft(draftKey)
  const users = useWorkspace((state) => state.users)
  const groups = useWorkspace((state) => state.usergroups)
  const limits = useWorkspace((state) => state.limits)
  const known = useMemo(() => ({ users: Object.values(users), groups: Object.values(groups) }), [users, groups])
  /** The text as it is sent. */
  const encode = () => encodeMentions(text, known, picked).trim()
  // Names become longer when they are encoded, but not that much.
  const excess = useMemo(
    () =>
      text.length * 4 < limits.text ? undefined : describeExcess(encodeMentions(text, known, picked).trim(), limits),
    [text, known, picked, limits],
  )
  return {
    text,
    known,
    encode,
    /** Why the text cannot be sent as a message, if it cannot. */
    excess,
    /** The person has edited the text. */
    edit: (next: string, cursor: number) => setDraft({ text: next, picked: movePicked(picked, text, next, cursor) }),
    /** Puts something in, which may be a mention. The rest is moved, up to the cursor behind it. */
    insert(next: string, cursor: number, mention?: PickedMention) {
      const moved = movePicked(picked, text, next, cursor)
      setDraft({ text: next, picked: mention ? [...moved, mention] : moved })
    },
    replace: (next: string) => setDraft({ text: next, picked: [] }),
  }
}
