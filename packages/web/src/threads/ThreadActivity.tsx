import { t } from '#words/t.ts'
import { listStatuses } from './threadStatuses.ts'
import { openThread } from './openThread.ts'
import { contentOf, useWorkspace } from '#store/workspace/workspace.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import styles from './ThreadSummary.module.css'

const StatusLine = lazyComponent(async () => (await import('#soon.ts')).StatusLine)

/** What happens in a thread that is not open: a status, or a reply that is streamed. A click opens the thread. */
export function ThreadActivity({ channel, threadTs }: { channel: string; threadTs: string }) {
  const content = useWorkspace((state) => contentOf(state, channel))
  const users = useWorkspace((state) => state.users)
  const status = listStatuses(content, users).find((other) => other.thread_ts === threadTs)
  const streaming = Object.values(content.messages).find(
    (message) => message.thread_ts === threadTs && message.streaming_state === 'in_progress',
  )
  const name = streaming && (streaming.username ?? users[streaming.user]?.label ?? t('App'))
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
          {t('{name} is replying…', { name })}
        </span>
      ) : (
        status && <StatusLine status={status} />
      )}
    </button>
  )
}
