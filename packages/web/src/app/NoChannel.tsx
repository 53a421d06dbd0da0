import type { ReactNode } from 'react'
import { navigate } from '#routing/route.ts'
import { t } from '#words/t.ts'
import styles from './Shell.module.css'

type Props = { text: string; lost: boolean; children?: ReactNode }

/** Shown in the place of a channel. `lost`: there is nothing at the address, and a button leads back. */
export function NoChannel({ text, lost, children }: Props) {
  return (
    <main
      className={styles['noChannel']}
      id="messages"
      data-region="main"
      tabIndex={-1}
      aria-busy={text === '' || undefined}
    >
      {lost ? <h1 className={styles['lost']}>{text}</h1> : <p>{text}</p>}
      {children}
      {lost && (
        <button type="button" className={styles['back']} onClick={() => navigate({}, 'replace')}>
          {t('Go to your conversations')}
        </button>
      )}
    </main>
  )
}
