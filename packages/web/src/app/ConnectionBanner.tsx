import { useEffect, useState, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { connection } from '#feed/connectionState.ts'
import { outdated } from '#ui/lazy/outdated.ts'
import { t } from '#words/t.ts'
import styles from './ConnectionBanner.module.css'

const delayMs = 2000

/** Shows that the connection has been lost for more than a moment, or that the page is of a build that is gone. The banner overlays the page and moves nothing. */
export function ConnectionBanner() {
  const { state, since } = useStore(connection)
  const online = useSyncExternalStore(watchOnline, () => navigator.onLine)
  const [overdue, setOverdue] = useState(false)
  useEffect(() => {
    if (state !== 'lost') return setOverdue(false)
    const timer = setTimeout(() => setOverdue(true), Math.max(0, since + delayMs - Date.now()))
    return () => clearTimeout(timer)
  }, [state, since])
  const isOld = useStore(outdated, ({ is }) => is)
  const shown = state === 'lost' && (overdue || !online)
  return (
    <div className={styles['overlay']} role="status" data-testid="connection">
      {isOld && !shown && (
        <span className={styles['banner']}>
          {t('The server was updated.')}
          <button type="button" className={styles['reload']} onClick={() => location.reload()}>
            {t('Reload')}
          </button>
        </span>
      )}
      {shown && (
        <span className={styles['banner']}>
          <span className={styles['dot']} aria-hidden="true" />
          {online
            ? t('Reconnecting… Your messages will be sent when the connection is back.')
            : t('You are offline. Your messages will be sent when you are back online.')}
        </span>
      )}
    </div>
  )
}

function watchOnline(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}
