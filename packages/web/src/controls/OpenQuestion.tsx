import { useEffect, useId, useRef } from 'react'
import { TextOf } from '#blocks/TextOf.tsx'
import { type Question } from './confirming.ts'
import styles from './ConfirmDialog.module.css'

export function OpenQuestion({ question: { confirm, answer } }: { question: Question }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const yes = useRef(false)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      onClose={() => answer(yes.current)}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <h2 className={styles['title']} id={id}>
        {confirm.title?.text ?? 'Are you sure?'}
      </h2>
      <div className={styles['text']} id={`${id}-text`}>
        <TextOf text={confirm.text} />
      </div>
      <div className={styles['foot']}>
        <button type="button" className="rv-action" onClick={() => dialog.current?.close()}>
          {confirm.deny?.text ?? 'Cancel'}
        </button>
        <button
          type="button"
          className="rv-action"
          data-style={confirm.style === 'danger' ? 'danger' : 'primary'}
          onClick={() => {
            yes.current = true
            dialog.current?.close()
          }}
        >
          {confirm.confirm?.text ?? 'Yes'}
        </button>
      </div>
    </dialog>
  )
}
