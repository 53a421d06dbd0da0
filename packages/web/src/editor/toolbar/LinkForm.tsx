import type { EditorView } from 'prosemirror-view'
import { useLayoutEffect, useRef, useState } from 'react'
import { linkAt, removeLink, setLink } from '#editor/commands/formats.ts'
import { t } from '#words/t.ts'
import styles from './Toolbar.module.css'

/** Asks for the address of a link, in the place of the toolbar. */
export function LinkForm({ view, onClose }: { view: EditorView; onClose: () => void }) {
  const [old] = useState(() => linkAt(view.state)?.href)
  const [address, setAddress] = useState(old ?? '')
  const [isWrong, setWrong] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    input.current?.select()
  }, [])

  function save() {
    if (setLink(address.trim())(view.state, view.dispatch)) onClose()
    else setWrong(true)
  }

  return (
    <div
      className={styles['form']}
      role="group"
      aria-label={t('Link')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation()
          onClose()
        }
        if (event.key !== 'Enter' || event.target !== input.current) return
        event.preventDefault()
        save()
      }}
    >
      <input
        ref={input}
        className={styles['address']}
        type="url"
        value={address}
        aria-label={isWrong ? t('Address of the link: this is none') : t('Address of the link')}
        aria-invalid={isWrong}
        placeholder="https://…"
        autoComplete="off"
        onChange={({ target }) => {
          setAddress(target.value)
          setWrong(false)
        }}
      />
      <button type="button" className={styles['word']} disabled={address.trim() === ''} onClick={save}>
        {t('Save')}
      </button>
      {old !== undefined && (
        <button
          type="button"
          className={styles['word']}
          onClick={() => {
            removeLink(view.state, view.dispatch)
            onClose()
          }}
        >
          {t('Remove')}
        </button>
      )}
      <button type="button" className={styles['word']} onClick={onClose}>
        {t('Cancel')}
      </button>
    </div>
  )
}
