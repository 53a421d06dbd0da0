import type { ReactNode } from 'react'
import styles from './DialogList.module.css'

type Props = {
  label: string
  /** Shown below the list if it is empty. */
  emptyText: string | undefined
  children: ReactNode
}

export function DialogList({ label, emptyText, children }: Props) {
  return (
    <>
      <ul className={styles['list']} aria-label={label}>
        {children}
      </ul>
      {emptyText !== undefined && <p className={styles['empty']}>{emptyText}</p>}
    </>
  )
}

export function DialogRow({ children }: { children: ReactNode }) {
  return <li className={styles['row']}>{children}</li>
}

type ButtonProps = { disabled?: boolean; onClick: () => void; children: ReactNode }

/** What a row shows, if a click on it does something. Other things of the row may follow. */
export function DialogRowButton(props: ButtonProps) {
  return <button type="button" className={styles['content']} {...props} />
}

/** The same, if a click does nothing. */
export function DialogRowContent({ children }: { children: ReactNode }) {
  return <span className={styles['content']}>{children}</span>
}
