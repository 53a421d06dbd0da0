import type { ViewerMessage } from 'rivulet/feedProtocol'
import { usePlace } from '#app/place.ts'
import { Avatar } from '#messages/Avatar.tsx'
import { shortTimeOf } from '#messages/times.ts'
import { conversationOf, useWorkspace } from '#store/workspace.ts'
import { linesOf } from './agents.ts'
import { LiveLine } from './LiveLine.tsx'
import { openThread } from './openThread.ts'
import styles from './ThreadSummary.module.css'

/** Under a root: how many replies, by whom, when the last one came, and what happens there right now. */
export function ThreadSummary({ channel, root }: { channel: string; root: ViewerMessage }) {
  const users = useWorkspace((state) => state.users)
  const open = usePlace().thread === root.ts
  const known = useWorkspace((state) => conversationOf(state, channel))
  const { replies } = root
  const quiet = !linesOf(known, users).some((status) => status.thread_ts === root.ts)
  if (!replies && (quiet || open)) return null
  return (
    <div className={styles['summary']}>
      {replies && (
        <button
          type="button"
          className={styles['open']}
          data-opens-thread={root.ts}
          aria-expanded={open}
          onClick={() => openThread(channel, root.ts)}
        >
          <span className={styles['faces']}>
            {replies.users.slice(0, 3).map((id) => (
              <Avatar key={id} id={id} label={users[id]?.label ?? id} app={users[id]?.app_id !== undefined} size={20} />
            ))}
          </span>
          <span className={styles['count']}>
            {replies.count} {replies.count === 1 ? 'reply' : 'replies'}
          </span>
          <span className={styles['last']}>{shortTimeOf(replies.latest)}</span>
        </button>
      )}
      {!open && <LiveLine channel={channel} threadTs={root.ts} />}
    </div>
  )
}
