import type { ViewerMessage } from 'rivulet/feedProtocol'
import { CloseIcon } from '#ui/icons.tsx'
import { EyeIcon } from '#ui/lateIcons.tsx'
import { dismissEphemeral } from '#store/client/pageClient.ts'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { AppBadge } from '#messages/authors/AppBadge.tsx'
import { useAuthor } from '#messages/authors/useAuthor.ts'
import { t } from '#words/t.ts'
import { MessageBody } from './MessageBody.tsx'
import { formatFullTime, formatTime } from './times.ts'
import styles from './Message.module.css'

/** A message that only the viewer sees. It stays until it is dismissed or the page is closed. */
export function EphemeralMessage({ channel, message }: { channel: string; message: ViewerMessage }) {
  const author = useAuthor(message)
  const time = formatTime(message.ts)
  return (
    <article
      className={`${styles['message']} ${styles['ephemeral']}`}
      data-ts={message.ts}
      data-testid="ephemeral"
      aria-label={t('{name}, {time}, only visible to you', { name: author.label, time })}
      tabIndex={-1}
    >
      <Avatar {...author} />
      <div className={styles['body']}>
        <div className={styles['head']}>
          <span className={styles['name']} dir="auto">
            {author.label}
          </span>
          {author.app && <AppBadge />}
          <time className={styles['time']} title={formatFullTime(message.ts)}>
            {time}
          </time>
        </div>
        <MessageBody channel={channel} message={message} name={author.label} />
        <p className={styles['only']}>
          <EyeIcon size={14} />
          {t('Only visible to you')}
          <button type="button" className={styles['dismiss']} onClick={() => dismissEphemeral(channel, message.ts)}>
            <CloseIcon size={12} />
            {t('Dismiss')}
          </button>
        </p>
      </div>
    </article>
  )
}
