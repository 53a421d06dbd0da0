import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { connection } from '#feed/connection.ts'
import styles from './Banner.module.css'

const after = 2000

/** Says that the connection is lost, once that is more than a hiccup. It lies over the page and moves nothing. */
export function Banner() {
  const { state, since } = useStore(connection)
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (state !== 'lost') return setLate(false)
    const timer = setTimeout(() => setLate(true), Math.max(0, since + after - Date.now()))
    return () => clearTimeout(timer)
  }, [state, since])
  const shown = late && state === 'lost'
  return (
    <div className={styles['place']} role="status" data-testid="connection">
      {shown && (
        <span className={styles['banner']}>
          <span className={styles['dot']} aria-hidden="true" />
          {navigator.onLine
            ? 'Reconnecting… What you send goes out when the connection is back.'
            : 'You are offline. What you send goes out when you are back.'}
        </span>
      )}
    </div>
  )
}
