import { useEffect, useId, useRef } from 'react'
import { ElementText } from '#blocks/ElementText.tsx'
import type { Opened } from '#ui/dialog/opening.ts'
import { t } from '#words/t.ts'
import { type Confirmation, confirmOpening } from './confirm.ts'
import styles from './ConfirmDialog.module.css'

/** Asks the person to confirm an interaction, in the words of the app. */
export function ConfirmDialog({ opened: { about, time } }: { opened: Opened<Confirmation> }) {
  const { confirm, answer } = about
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      data-opened={time}
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      onClose={() => {
        answer(false)
        confirmOpening.close(time)
      }}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <h2 className={styles['title']} id={id}>
        {confirm.title ? <ElementText text={confirm.title} /> : t('Are you sure?')}
      </h2>
      <div className={styles['text']} id={`${id}-text`}>
        <ElementText text={confirm.text} />
      </div>
      <div className={styles['foot']}>
        <button type="button" className="rv-action" onClick={() => dialog.current?.close()}>
          {confirm.deny ? <ElementText text={confirm.deny} /> : t('Cancel')}
        </button>
        <button
          type="button"
          className="rv-action"
          data-style={confirm.style === 'danger' ? 'danger' : 'primary'}
          onClick={() => {
            answer(true)
            dialog.current?.close()
          }}
        >
          {confirm.confirm ? <ElementText text={confirm.confirm} /> : t('Yes')}
        </button>
      </div>
    </dialog>
  )
}
