import type { ReactNode } from 'react'
import styles from './DialogSearch.module.css'

type Props = {
  label: string
  text: string
  onText: (text: string) => void
  /** Whether it has the focus when the dialog opens. */
  focusFirst?: boolean
  children?: ReactNode
}

/** A search field that filters the list below it. */
export function DialogSearch({ label, text, onText, focusFirst = false, children }: Props) {
  return (
    <div className={styles['bar']}>
      <input
        className={styles['search']}
        type="search"
        data-first={focusFirst || undefined}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      {children}
    </div>
  )
}
