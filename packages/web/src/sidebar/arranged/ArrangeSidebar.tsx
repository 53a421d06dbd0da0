import { useEffect, useId, useRef, useState } from 'react'
import { Emoji } from '#blocks/Emoji.tsx'
import create from '#channels/create/CreateChannel.module.css'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { DialogError } from '#channels/dialogParts/DialogError.tsx'
import { DialogFooter } from '#channels/dialogParts/DialogFooter.tsx'
import { DialogForm, LabeledField } from '#channels/dialogParts/DialogForm.tsx'
import { channelTitle, compareByTitle, isNamedChannel } from '#names/channelTitle.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'
import { plainSidebar, withChannelIn, withSectionMoved } from './arrangement.ts'
import { saveSidebar } from './saveSidebar.ts'
import styles from './ArrangeSidebar.module.css'

/** [SDB-1] The sections of the sidebar: make, rename, order and delete them, and say which channel is in which. */
export function ArrangeSidebar() {
  const state = useWorkspace((all) => all)
  const { sections, unread_first: unreadFirst } = state.sidebar ?? plainSidebar
  const [edited, setEdited] = useState<string>()
  const [error, setError] = useState<string>()
  const save = async (change: Parameters<typeof saveSidebar>[0]) => setError(await saveSidebar(change))
  const body = useRef<HTMLDivElement>(null)
  /** The focus goes back to the button that opened the form. */
  const finish = (id: string) => {
    setEdited(undefined)
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(`[data-edits="${CSS.escape(id)}"]`)?.focus())
  }
  const channels = Object.values(state.channels)
    .filter(({ member, archived }) => member && !archived)
    .toSorted((a, b) => Number(isNamedChannel(b)) - Number(isNamedChannel(a)) || compareByTitle(state)(a, b))
  const sectionOf = (id: string) => sections.find((section) => section.channels.includes(id))?.id ?? ''

  return (
    <div className={styles['body']} ref={body}>
      <label className={`${create['switch']} ${styles['switch']}`}>
        <input
          type="checkbox"
          role="switch"
          checked={unreadFirst}
          onChange={({ target }) => void save((layout) => ({ ...layout, unread_first: target.checked }))}
        />
        <span>
          {t('Unread first')}
          <small>{t('What is unread comes first in each section.')}</small>
        </span>
      </label>
      <DialogError text={error} />
      {sections.length > 0 && (
        <ul className={styles['list']} aria-label={t('Sections')}>
          {sections.map(({ id, name, emoji }) => (
            <li key={id} className={styles['row']}>
              {edited === id ? (
                <SectionForm id={id} name={name} emoji={emoji} onDone={() => finish(id)} />
              ) : (
                <>
                  <b className={styles['name']}>
                    {emoji && <Emoji name={emoji.replaceAll(':', '')} />} {name}
                  </b>
                  <DialogButton
                    look="quiet"
                    at="row"
                    aria-label={t('Move {name} up', { name })}
                    onClick={() => void save((layout) => withSectionMoved(layout, id, -1))}
                  >
                    ↑
                  </DialogButton>
                  <DialogButton
                    look="quiet"
                    at="row"
                    aria-label={t('Move {name} down', { name })}
                    onClick={() => void save((layout) => withSectionMoved(layout, id, 1))}
                  >
                    ↓
                  </DialogButton>
                  <DialogButton
                    look="secondary"
                    at="row"
                    aria-label={t('Edit {name}', { name })}
                    data-edits={id}
                    onClick={() => setEdited(id)}
                  >
                    {t('Edit')}
                  </DialogButton>
                  <DialogButton
                    look="quiet"
                    at="row"
                    aria-label={t('Delete {name}', { name })}
                    onClick={() =>
                      void save((layout) => ({
                        ...layout,
                        sections: layout.sections.filter((section) => section.id !== id),
                      }))
                    }
                  >
                    {t('Delete')}
                  </DialogButton>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {edited === undefined && <SectionForm />}
      {sections.length > 0 && (
        <ul className={styles['list']} aria-label={t('Channels and their sections')}>
          {channels.map((channel) => {
            const title = channelTitle(channel, state)
            const label = isNamedChannel(channel) ? `#${title}` : title
            return (
              <li key={channel.id} className={styles['row']}>
                <span className={styles['name']}>{label}</span>
                <select
                  aria-label={t('Section of {name}', { name: label })}
                  value={sectionOf(channel.id)}
                  onChange={({ target: { value } }) =>
                    void save((layout) => withChannelIn(layout, channel.id, value || undefined))
                  }
                >
                  <option value="">{t('No section')}</option>
                  {sections.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

type FormProps = { id?: string; name?: string; emoji?: string; onDone?: () => void }

/** Makes a section, or changes the one with this id. */
function SectionForm({ id, name: known = '', emoji: knownEmoji = '', onDone }: FormProps) {
  const fields = useId()
  const [name, setName] = useState(known)
  const [emoji, setEmoji] = useState(knownEmoji)
  const [error, setError] = useState<string>()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (id) first.current?.focus()
  }, [id])
  async function save() {
    const words = { name: name.trim(), emoji: emoji.trim() }
    const problem = await saveSidebar((layout) => ({
      ...layout,
      sections: id
        ? layout.sections.map((section) => (section.id === id ? { ...section, ...words } : section))
        : [...layout.sections, { id: crypto.randomUUID(), ...words, channels: [] }],
    }))
    setError(problem)
    if (problem !== undefined) return
    if (!id) setName('')
    if (!id) setEmoji('')
    onDone?.()
  }
  return (
    <DialogForm onSubmit={() => void save()}>
      <LabeledField id={`${fields}name`} label={id ? t('Name') : t('New section')}>
        <input
          id={`${fields}name`}
          ref={first}
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
        {id && (
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
