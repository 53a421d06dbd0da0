import type { PartProps } from '@rivulet/blocks/react'
import { useId, useState } from 'react'
import { t } from '#words/t.ts'
import styles from './Attachments.module.css'

/** A long text, of which the beginning is shown until a person wants more. */
export function Fold({ children }: PartProps) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <div className={styles['fold']}>
      <div id={id} className={styles['folded']} data-open={isOpen || undefined} onFocus={() => setIsOpen(true)}>
        {children}
      </div>
      <button
        type="button"
        className={styles['more']}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? t('Show less') : t('Show more')}
      </button>
    </div>
  )
}
