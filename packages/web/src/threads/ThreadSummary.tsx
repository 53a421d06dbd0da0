import type { ViewerMessage } from 'rivulet/feedProtocol'
import { useRoute } from '#routing/route.ts'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { formatShortTime } from '#messages/message/times.ts'
import { contentOf, useWorkspace } from '#store/workspace/workspace.ts'
import { plural } from '#words/t.ts'
import { listStatuses } from './threadStatuses.ts'
import { ThreadActivity } from './ThreadActivity.tsx'
import { openThread } from './openThread.ts'
import styles from './ThreadSummary.module.css'

/** Below a root: how many replies it has, by whom, when the last one was sent, and what happens in the thread now. */
export function ThreadSummary({ channel, root }: { channel: string; root: ViewerMessage }) {
  const users = useWorkspace((state) => state.users)
  const open = useRoute().thread === root.ts
  const content = useWorkspace((state) => contentOf(state, channel))
  const { replies } = root
  const isQuiet = !listStatuses(content, users).some((status) => status.thread_ts === root.ts)
  if (!replies && (isQuiet || open)) return null
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
          <span className={styles['count']}>{plural(replies.count, '{count} reply', '{count} replies')}</span>
          <span className={styles['last']}>{formatShortTime(replies.latest)}</span>
        </button>
      )}
      {!open && <ThreadActivity channel={channel} threadTs={root.ts} />}
    </div>
  )
}
