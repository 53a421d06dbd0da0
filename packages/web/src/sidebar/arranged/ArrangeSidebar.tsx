import { useRef, useState } from 'react'
import { Emoji } from '#blocks/Emoji.tsx'
import create from '#channels/create/CreateChannel.module.css'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { DialogError } from '#channels/dialogParts/DialogError.tsx'
import { channelTitle, compareByTitle, isNamedChannel } from '#names/channelTitle.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'
import { plainSidebar, sectionOf, withChannelIn, withoutSection, withSectionMoved } from './arrangement.ts'
import { saveSidebar } from './saveSidebar.ts'
import { SectionForm } from './SectionForm.tsx'
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
                <SectionForm id={id} onDone={() => finish(id)} />
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
                    onClick={() => void save((layout) => withoutSection(layout, id))}
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
                  value={sectionOf(state.sidebar, channel.id) ?? ''}
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
