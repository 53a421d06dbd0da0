import { useEffect, useState } from 'react'
import { StopButton } from '#stop/StopButton.tsx'
import { useStopStreams } from '#stop/useStopStreams.ts'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { useAuthor } from '#messages/authors/useAuthor.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import type { ThreadStatus } from './threadStatuses.ts'
import { statusTextAt } from './statusText.ts'
import styles from './StatusLine.module.css'

/** The status of a thread, until it ends. With `channel`, it has a Stop button if the app can be stopped. */
export function StatusLine({ status, channel }: { status: ThreadStatus; channel?: string }) {
  const isSmall = channel === undefined
  const clockAhead = useWorkspace((state) => state.clockAhead)
  const author = useAuthor(status)
  const [now, setNow] = useState(() => Date.now())
  // A status that is set again has another end. Its loading messages then start over.
  const [seen, setSeen] = useState({ endsAt: status.ends_at, at: now })
  if (seen.endsAt !== status.ends_at) setSeen({ endsAt: status.ends_at, at: now })
  const shown = statusTextAt(status, now + clockAhead, now - seen.at)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  if (!shown) return null
  return (
    <div className={styles['line']} data-small={isSmall || undefined}>
      <span className={styles['face']}>
        <Avatar {...author} app size={isSmall ? 16 : 24} />
      </span>
      {/* Only the first text is announced: the others would be noise. */}
      <span
        className={styles['text']}
        role="status"
        aria-live={shown.index === 0 ? 'polite' : 'off'}
        data-testid="status"
      >
        {shown.text}
      </span>
      {status.stoppable && channel !== undefined && (
        <StopWork channel={channel} threadTs={status.thread_ts} app={status.app_id} />
      )}
    </div>
  )
}

function StopWork({ channel, threadTs, app }: { channel: string; threadTs: string; app: string }) {
  const member = useWorkspace((state) => state.channels[channel]?.member)
  const { stopping, stop } = useStopStreams(channel, [threadTs], app)
  if (!member) return null
  return <StopButton stopping={stopping} keyed onClick={stop} />
}
