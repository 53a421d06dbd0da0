import { useEffect, useState } from 'react'
import { StopIcon } from '#app/icons.tsx'
import { useStop } from '#composer/useStop.ts'
import { Avatar } from '#messages/Avatar.tsx'
import { useAuthor } from '#messages/author.ts'
import { useWorkspace } from '#store/workspace.ts'
import type { Line } from './agents.ts'
import { statusTextAt } from './statusText.ts'
import styles from './StatusLine.module.css'

/** What an app is at, until it says something or its time is over. With its channel a person can stop it here. */
export function StatusLine({ status, channel }: { status: Line; channel?: string }) {
  const small = channel === undefined
  const clockAhead = useWorkspace((state) => state.clockAhead)
  const author = useAuthor(status)
  const [now, setNow] = useState(() => Date.now())
  // One that is set anew has another end: its messages begin again.
  const [seen, setSeen] = useState({ endsAt: status.ends_at, at: now })
  if (seen.endsAt !== status.ends_at) setSeen({ endsAt: status.ends_at, at: now })
  const shown = statusTextAt(status, now + clockAhead, now - seen.at)
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
      {status.stoppable && channel !== undefined && <Stop channel={channel} threadTs={status.thread_ts} />}
    </div>
  )
}

function Stop({ channel, threadTs }: { channel: string; threadTs: string }) {
  const member = useWorkspace((state) => state.channels[channel]?.member)
  const { stopping, stop } = useStop(channel, [threadTs])
  if (!member) return null
  return (
    <button type="button" className={styles['stop']} disabled={stopping} onClick={stop}>
      <StopIcon />
      {stopping ? 'Stopping…' : 'Stop'}
    </button>
  )
}
