import { isBlankText } from '@rivulet/blocks/blank'
import type { Block } from '@rivulet/blocks/types'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { useShowsFormats } from '#composer/FormatsButton.tsx'
import { editorCode } from '#composer/field/editorCode.ts'
import { MessageField } from '#composer/field/MessageField.tsx'
import { useKnown } from '#composer/field/useKnown.ts'
import { writtenOf } from '#composer/useComposerText.ts'
import type { Draft } from '#store/browser/drafts.ts'
import { request } from '#store/client/pageClient.ts'
import { workspace } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'
import { type Edit, keptEdit } from './keptEdits.ts'
import { dropEdit, openEdit } from './openEdit.ts'
import { decodeMentions } from './typedMentions.ts'
import styles from './MessageEditor.module.css'

type Props = { channel: string; ts: string; typed: string; blocks: readonly Block[]; end: () => void }

/**
 * [MSG-32] A message of the person, in the field in which they wrote it: Enter saves the change, Esc drops it. Who opens
 * another place finds the change here again.
 */
export function MessageEditor({ channel, ts, typed, blocks, end }: Props) {
  const [kept] = useState(() => keptEdit(channel, ts))
  const [edit] = useState((): Edit => {
    if (kept) return kept
    const document = editorCode()?.documentFromBlocks(blocks)
    const before: Draft = { ...decodeMentions(typed, workspace.getState()), document }
    return { channel, ts, typed, before, draft: before }
  })
  const [draft, setDraft] = useState(edit.draft)
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [hasToolbar] = useShowsFormats()
  const known = useKnown()
  const box = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLElement>(null)
  const isBlank = isBlankText(draft.text)

  useLayoutEffect(() => {
    if (!kept) area.current?.scrollIntoView({ block: 'nearest' })
  }, [kept])
  useEffect(() => (box.current ? openEdit(edit, box.current) : undefined), [edit])

  function finish() {
    dropEdit(edit)
    end()
  }

  async function save() {
    if (saving || isBlankText(edit.draft.text)) return
    const written = writtenOf(edit.draft, known)
    if (JSON.stringify(written) === JSON.stringify(writtenOf(edit.before, known))) return finish()
    setSaving(true)
    const result = await request({ type: 'edit', channel, ts, ...written }, 'done')
    setSaving(false)
    if (result.ok) finish()
    else setProblem(result.detail)
  }

  return (
    <div ref={box} className={styles['editor']}>
      <MessageField
        area={area}
        draft={draft}
        label={t('Edit the message')}
        placeholder=""
        invalid={problem !== undefined}
        autoFocus={!kept}
        hasToolbar={hasToolbar}
        onChange={(next) => {
          // Also what is not drawn yet.
          edit.draft = next
          setDraft(next)
          setProblem(undefined)
        }}
        onEnter={() => void save()}
        onEscape={finish}
      />
      <div className={styles['foot']}>
        <p className={styles['hint']} role="status" data-problem={problem !== undefined || undefined}>
          {problem ?? (!isBlank ? t('Esc to cancel, Enter to save') : t('To remove the message, delete it.'))}
        </p>
        <div className={styles['buttons']}>
          <DialogButton look="secondary" at="row" onClick={finish}>
            {t('Cancel')}
          </DialogButton>
          <DialogButton look="primary" at="row" disabled={saving || isBlank} onClick={() => void save()}>
            {t('Save')}
          </DialogButton>
        </div>
      </div>
    </div>
  )
}
