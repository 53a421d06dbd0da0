import type { ReactNode } from 'react'
import styles from './DialogFooter.module.css'

export function DialogFooter({ inForm = false, children }: { inForm?: boolean; children: ReactNode }) {
  return (
    <div className={styles['footer']} data-in-form={inForm || undefined}>
      {children}
    </div>
  )
}
