import type { ReactNode } from 'react'
import { t } from '#words/t.ts'
import { useIsActive } from './presence.ts'
import styles from './PresenceDot.module.css'

/** A picture with a dot that says whether the user is active. */
export function WithPresence({ id, children }: { id: string; children: ReactNode }) {
  const active = useIsActive(id)
  return (
    <span className={styles['place']} data-tip={active ? t('Active') : t('Away')}>
      {children}
      <span className={styles['dot']} data-active={active || undefined} data-testid={active ? 'active' : 'away'} />
    </span>
  )
}

/** The same in words. */
export function PresenceText({ id }: { id: string }) {
  return useIsActive(id) ? t('Active') : t('Away')
}
