import type { ViewerMessage } from 'rivulet/feedProtocol'
import { TrashIcon } from '#ui/icons.tsx'
import { ThreadSummary } from '#threads/ThreadSummary.tsx'
import { t } from '#words/t.ts'
import styles from './Message.module.css'

type Props = { channel: string; message: ViewerMessage; showSummary: boolean; isTabStop: boolean }

/** The placeholder of a deleted root, which still has replies. */
export function DeletedMessage({ channel, message, showSummary, isTabStop }: Props) {
  return (
    <article
      className={styles['message']}
      data-ts={message.ts}
      data-deleted
      aria-label={t('A deleted message')}
      tabIndex={isTabStop ? 0 : -1}
    >
      <span className={styles['gone']}>
        <TrashIcon />
      </span>
      <div className={styles['body']}>
        <p className={styles['quiet']} data-testid="text">
          {t('This message was deleted.')}
        </p>
        {showSummary && <ThreadSummary channel={channel} root={message} />}
      </div>
    </article>
  )
}
