import type { ViewerStatus } from 'rivulet/feedProtocol'
import { useEffect, useState } from 'react'
import { Avatar } from '#messages/Avatar.tsx'
import { useAuthor } from '#messages/author.ts'
import { useWorkspace } from '#store/workspace.ts'
import { statusTextAt } from './statusText.ts'
import styles from './StatusLine.module.css'

/** What an app is at, until it says something or its time is over. */
export function StatusLine({ status, small = false }: { status: ViewerStatus; small?: boolean }) {
  const clockAhead = useWorkspace((state) => state.clockAhead)
  const author = useAuthor(status)
  const [now, setNow] = useState(() => Date.now())
  const shown = statusTextAt(status, now + clockAhead)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  if (!shown) return null
  return (
    <div className={styles['line']} data-small={small || undefined}>
      <span className={styles['face']}>
        <Avatar {...author} app size={small ? 16 : 24} />
      </span>
      {/* Only the first text is announced: what rotates would be noise. */}
      <span
        className={styles['text']}
        role="status"
        aria-live={shown.turn === 0 ? 'polite' : 'off'}
        data-testid="status"
      >
        {shown.text}
      </span>
    </div>
  )
}
