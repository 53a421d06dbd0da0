import { type ReactNode, useEffect } from 'react'
import { announce } from '#announcer/announce.ts'
import { CloseIcon } from '#ui/icons.tsx'
import { t } from '#words/t.ts'
import styles from './Notes.module.css'

/** `children`: the buttons. */
type Props = { title: string; text: string; onPutAway: () => void; children: ReactNode }

export function NoteCard({ title, text, onPutAway, children }: Props) {
  useEffect(() => announce(`${title}: ${text}`), [title, text])
  return (
    <article className={styles['note']} aria-label={title}>
      <header>
        <b dir="auto">{title}</b>
        <button type="button" aria-label={t('Put away')} data-tip="" onClick={onPutAway}>
          <CloseIcon size={14} />
        </button>
      </header>
      <p dir="auto">{text}</p>
      <div className={styles['foot']}>{children}</div>
    </article>
  )
}
