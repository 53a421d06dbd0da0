import { askForThread } from '#store/client.ts'
import { conversationOf, useWorkspace } from '#store/workspace.ts'
import styles from './EarlierReplies.module.css'

type Props = { channel: string; threadTs: string; count: number }

/** Below the root of a long thread: its oldest replies are not here. Asking for the thread brings many of them. */
export function EarlierReplies({ channel, threadTs, count }: Props) {
  const asked = useWorkspace((state) => conversationOf(state, channel).threads[threadTs] ?? false)
  const replies = `${count} earlier ${count === 1 ? 'reply' : 'replies'}`
  return (
    <div className={styles['earlier']}>
      {asked ? (
        <span>{replies} not shown</span>
      ) : (
        <button type="button" className={styles['show']} onClick={() => askForThread(channel, threadTs)}>
          Show {replies}
        </button>
      )}
    </div>
  )
}
