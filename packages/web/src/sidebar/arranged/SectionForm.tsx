import { useEffect, useId, useRef, useState } from 'react'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { DialogError } from '#channels/dialogParts/DialogError.tsx'
import { DialogFooter } from '#channels/dialogParts/DialogFooter.tsx'
import { DialogForm, LabeledField } from '#channels/dialogParts/DialogForm.tsx'
import { focusRow } from '#sidebar/rows/focusRow.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'
import { withChannelIn } from './arrangement.ts'
import { saveSidebar } from './saveSidebar.ts'

type Props = {
  /** The section to change. Without it a new one is made. */
  id?: string | undefined
  /** A channel that the new section begins with. */
  holds?: string | undefined
  onDone?: () => void
}

/** Makes a section, or changes one. */
export function SectionForm({ id, holds, onDone }: Props) {
  const fields = useId()
  const known = useWorkspace((state) => state.sidebar?.sections.find((section) => section.id === id))
  const [name, setName] = useState(known?.name ?? '')
  const [emoji, setEmoji] = useState(known?.emoji ?? '')
  const [error, setError] = useState<string>()
  const first = useRef<HTMLInputElement>(null)
  const isAlone = id !== undefined || holds !== undefined
  useEffect(() => {
    if (isAlone) first.current?.focus()
  }, [isAlone])
  async function save() {
    const words = { name: name.trim(), emoji: emoji.trim() }
    const made = crypto.randomUUID()
    const problem = await saveSidebar((layout) => {
      if (id) return { ...layout, sections: layout.sections.map((one) => (one.id === id ? { ...one, ...words } : one)) }
      const grown = { ...layout, sections: [...layout.sections, { id: made, ...words, channels: [] }] }
      return holds ? withChannelIn(grown, holds, made) : grown
    })
    setError(problem)
    if (problem !== undefined) return
    if (!id) setName('')
    if (!id) setEmoji('')
    onDone?.()
    if (holds) focusRow(holds)
  }
  return (
    <DialogForm onSubmit={() => void save()}>
      <LabeledField id={`${fields}name`} label={isAlone ? t('Name') : t('New section')}>
        <input
          id={`${fields}name`}
          ref={first}
          data-first={isAlone || undefined}
          required
          maxLength={80}
          autoComplete="off"
          placeholder={t('Projects')}
          aria-invalid={error !== undefined}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </LabeledField>
      <LabeledField id={`${fields}emoji`} label={t('Emoji, if you like')}>
        <input
          id={`${fields}emoji`}
          autoComplete="off"
          spellCheck={false}
          maxLength={255}
          placeholder=":rocket:"
          value={emoji}
          onChange={({ target }) => setEmoji(target.value)}
        />
      </LabeledField>
      <DialogError text={error} inForm />
      <DialogFooter inForm>
        {isAlone && (
          <DialogButton look="secondary" at="footer" onClick={onDone}>
            {t('Cancel')}
          </DialogButton>
        )}
        <DialogButton look="primary" at="footer" type="submit" disabled={!name.trim()}>
          {id ? t('Save') : t('Add section')}
        </DialogButton>
      </DialogFooter>
    </DialogForm>
  )
}
