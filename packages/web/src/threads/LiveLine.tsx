import { linesOf } from './agents.ts'
import { openThread } from './openThread.ts'
import { conversationOf, useWorkspace } from '#store/workspace.ts'
import { StatusLine } from './StatusLine.tsx'
import styles from './ThreadSummary.module.css'

/** What goes on in a thread that is not open: a status, or a reply being written. A click opens it. */
export function LiveLine({ channel, threadTs }: { channel: string; threadTs: string }) {
  const conversation = useWorkspace((state) => conversationOf(state, channel))
  const users = useWorkspace((state) => state.users)
  const status = linesOf(conversation, users).find((one) => one.thread_ts === threadTs)
  const growing = Object.values(conversation.messages).find(
    (message) => message.thread_ts === threadTs && message.streaming_state === 'in_progress',
  )
  const name = growing && (growing.username ?? users[growing.user]?.label ?? 'App')
  if (!status && !name) return null
  return (
    <button
      type="button"
      className={styles['live']}
      data-opens-thread={threadTs}
      onClick={() => openThread(channel, threadTs)}
    >
      {name ? (
        <span className={styles['replying']} data-testid="replying">
          {name} is replying…
        </span>
      ) : (
        status && <StatusLine status={status} />
      )}
    </button>
  )
}
