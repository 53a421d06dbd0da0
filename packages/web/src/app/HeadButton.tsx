import type { ReactNode } from 'react'
import { CloseIcon } from './icons.tsx'
import styles from './HeadButton.module.css'

type Props = { label: string; onClick: () => void; children: ReactNode }

/** A sign at the head of a pane or a dialog that does something with it. */
export function HeadButton({ label, onClick, children }: Props) {
  return (
    <button type="button" className={styles['button']} aria-label={label} onClick={onClick}>
      {children}
    </button>
  )
}

export function CloseButton({ label = 'Close', onClick }: { label?: string; onClick: () => void }) {
  return (
    <HeadButton label={label} onClick={onClick}>
      <CloseIcon />
    </HeadButton>
  )
}
