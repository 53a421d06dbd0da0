import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { encodeMentions } from '#composer/mentions/mentions.ts'
import { movePicked } from '#composer/mentions/picked.ts'
import { request } from '#store/client/pageClient.ts'
import { workspace } from '#store/workspace/workspace.ts'
import { fitHeight, useFitOnResize } from '#ui/fitHeight.ts'
import { decodeMentions } from './typedMentions.ts'
import styles from './MessageEditor.module.css'

type Props = { channel: string; ts: string; typed: string; end: () => void }

/** [MSG-32] A message of the person as they typed it: Enter saves the change, Esc drops it. */
export function MessageEditor({ channel, ts, typed, end }: Props) {
  const [before] = useState(() => decodeMentions(typed, workspace.getState()))
  const [{ text, picked }, setDraft] = useState(before)
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string>()
  const area = useRef<HTMLTextAreaElement>(null)

  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    element.focus()
    element.setSelectionRange(element.value.length, element.value.length)
    element.scrollIntoView({ block: 'nearest' })
  }, [])
  useLayoutEffect(() => {
    if (area.current) fitHeight(area.current)
  }, [text])
  useFitOnResize(area)

  async function save() {
    if (saving || !text.trim()) return
    if (text.trim() === before.text.trim()) return end()
    setSaving(true)
    const { users, usergroups } = workspace.getState()
    const known = { users: Object.values(users), groups: Object.values(usergroups) }
    const encoded = encodeMentions(text, known, picked).trim()
    const result = await request({ type: 'edit', channel, ts, text: encoded }, 'done')
    setSaving(false)
    if (result.ok) end()
    else setProblem(result.detail)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      event.preventDefault()
      end()
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    void save()
  }

  return (
    <div className={styles['editor']}>
      <textarea
        ref={area}
        className={styles['area']}
        dir="auto"
        rows={1}
        value={text}
        aria-label="Edit the message"
        aria-invalid={problem !== undefined}
        onChange={(event) => {
          const { value, selectionStart } = event.target
          setDraft({ text: value, picked: movePicked(picked, text, value, selectionStart) })
          setProblem(undefined)
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles['foot']}>
        <p className={styles['hint']} role="status" data-problem={problem !== undefined || undefined}>
          {problem ?? (text.trim() ? 'Esc to cancel, Enter to save' : 'To remove the message, delete it.')}
        </p>
        <div className={styles['buttons']}>
          <DialogButton look="secondary" at="row" onClick={end}>
            Cancel
          </DialogButton>
          <DialogButton look="primary" at="row" disabled={saving || !text.trim()} onClick={() => void save()}>
            Save
          </DialogButton>
        </div>
      </div>
    </div>
  )
}
