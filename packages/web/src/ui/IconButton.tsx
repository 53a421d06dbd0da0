import type { ReactNode } from 'react'
import { t } from '#words/t.ts'
import { CloseIcon } from './icons.tsx'
import styles from './IconButton.module.css'

type Props = { label: string; onClick: () => void; children: ReactNode }

/** A button with an icon in the header of a pane or dialog. */
export function IconButton({ label, onClick, children }: Props) {
  return (
    <button type="button" className={styles['button']} aria-label={label} data-tip="" onClick={onClick}>
      {children}
    </button>
  )
}

export function CloseButton({ label = t('Close'), onClick }: { label?: string; onClick: () => void }) {
  return (
    <IconButton label={label} onClick={onClick}>
      <CloseIcon />
    </IconButton>
  )
}
