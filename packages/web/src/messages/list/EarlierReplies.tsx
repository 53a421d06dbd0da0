import { loadThread } from '#store/client/pageClient.ts'
import { type ChannelContent, contentOf, useWorkspace } from '#store/workspace/workspace.ts'
import styles from './EarlierReplies.module.css'

type Props = { channel: string; threadTs: string; count: number }

/** Shown below the root of a long thread whose oldest replies are not loaded. Each press loads many of them. */
export function EarlierReplies({ channel, threadTs, count }: Props) {
  const oldest = useWorkspace((state) => {
    const content = contentOf(state, channel)
    return content.fetchedThreads[threadTs] ? oldestReply(content, threadTs) : undefined
  })
  const replies = `${count} earlier ${count === 1 ? 'reply' : 'replies'}`
  return (
    <div className={styles['earlier']}>
      <button type="button" className={styles['show']} onClick={() => loadThread(channel, threadTs, oldest)}>
        Show {replies}
      </button>
    </div>
  )
}

function oldestReply({ messages }: ChannelContent, threadTs: string): string | undefined {
  const replies = Object.values(messages).filter(({ ts, thread_ts: root }) => root === threadTs && ts !== threadTs)
  return replies.map(({ ts }) => ts).toSorted()[0]
}
