import { t } from '#words/t.ts'
import styles from './MessagesSkeleton.module.css'

/** Shown while the first messages load. */
export function MessagesSkeleton() {
  return (
    <div className={styles['skeleton']} role="status" aria-label={t('Loading messages')}>
      {[62, 44, 78, 30].map((width) => (
        <div key={width} className={styles['message']}>
          <span />
          <span style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  )
}
