import { t } from '#words/t.ts'
import styles from './AppBadge.module.css'

/** The badge next to every name of an app. With `decorative`, screen readers skip it. */
export function AppBadge({ decorative = false }: { decorative?: boolean }) {
  return decorative ? (
    <span className={styles['badge']} data-drawn="App" />
  ) : (
    <span className={styles['badge']}>{t('App')}</span>
  )
}
