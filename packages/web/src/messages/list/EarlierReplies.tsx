import { loadThread } from '#store/client/pageClient.ts'
import { contentOf, useWorkspace } from '#store/workspace/workspace.ts'
import styles from './EarlierReplies.module.css'

type Props = { channel: string; threadTs: string; count: number }

/** Shown below the root of a long thread whose oldest replies are not loaded. Fetching the thread loads many of them. */
export function EarlierReplies({ channel, threadTs, count }: Props) {
  const fetched = useWorkspace((state) => contentOf(state, channel).fetchedThreads[threadTs] ?? false)
  const replies = `${count} earlier ${count === 1 ? 'reply' : 'replies'}`
  return (
    <div className={styles['earlier']}>
      {fetched ? (
        <span>{replies} not shown</span>
      ) : (
        <button type="button" className={styles['show']} onClick={() => loadThread(channel, threadTs)}>
          Show {replies}
        </button>
      )}
    </div>
  )
}
