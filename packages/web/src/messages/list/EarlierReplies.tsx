import { loadMore, loadThread } from '#store/client/pageClient.ts'
import { contentOf, useWorkspace } from '#store/workspace/workspace.ts'
import { plural } from '#words/t.ts'
import styles from './EarlierReplies.module.css'

type Props = { channel: string; threadTs: string; count: number }

/** Shown below the root of a long thread whose oldest replies are not loaded. Each press loads many of them. */
export function EarlierReplies({ channel, threadTs, count }: Props) {
  const isFetched = useWorkspace((state) => contentOf(state, channel).threads[threadTs] !== undefined)
  const show = () => (isFetched ? loadMore({ channel, thread: threadTs }, 'older') : loadThread(channel, threadTs))
  return (
    <div className={styles['earlier']}>
      <button type="button" className={styles['show']} onClick={show}>
        {plural(count, 'Show {count} earlier reply', 'Show {count} earlier replies')}
      </button>
    </div>
  )
}
