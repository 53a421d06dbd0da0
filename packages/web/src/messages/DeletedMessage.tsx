import type { ViewerMessage } from 'rivulet/feedProtocol'
import { DeletedIcon } from '#app/icons.tsx'
import { ThreadSummary } from '#threads/ThreadSummary.tsx'
import styles from './Message.module.css'

type Props = { channel: string; message: ViewerMessage; summary: boolean; tabStop: boolean }

/** What is left of a root that was deleted: a place for its replies. */
export function DeletedMessage({ channel, message, summary, tabStop }: Props) {
  return (
    <article
      className={styles['message']}
      data-ts={message.ts}
      data-deleted
      aria-label="A deleted message"
      tabIndex={tabStop ? 0 : -1}
    >
      <span className={styles['gone']}>
        <DeletedIcon />
      </span>
      <div className={styles['body']}>
        <p className={styles['quiet']} data-testid="text">
          This message was deleted.
        </p>
        {summary && <ThreadSummary channel={channel} root={message} />}
      </div>
    </article>
  )
}
