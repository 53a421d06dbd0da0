import type { ViewerMessage } from 'rivulet/feedProtocol'
import { CloseIcon, EyeIcon } from '#app/icons.tsx'
import { dismiss } from '#store/client.ts'
import { Avatar } from './Avatar.tsx'
import { AppBadge } from './AppBadge.tsx'
import { useAuthor } from './author.ts'
import { MessageBody } from './MessageBody.tsx'
import { fullTimeOf, timeOf } from './times.ts'
import styles from './Message.module.css'

/** A message that nobody else sees. It stays until it is dismissed or the page is left. */
export function EphemeralMessage({ channel, message }: { channel: string; message: ViewerMessage }) {
  const author = useAuthor(message)
  const time = timeOf(message.ts)
  return (
    <article
      className={`${styles['message']} ${styles['ephemeral']}`}
      data-ts={message.ts}
      data-testid="ephemeral"
      aria-label={`${author.label}, ${time}, only visible to you`}
      tabIndex={-1}
    >
      <Avatar {...author} />
      <div className={styles['body']}>
        <div className={styles['head']}>
          <span className={styles['name']}>{author.label}</span>
          {author.app && <AppBadge />}
          <time className={styles['time']} title={fullTimeOf(message.ts)}>
            {time}
          </time>
        </div>
        <MessageBody channel={channel} message={message} name={author.label} />
        <p className={styles['only']}>
          <EyeIcon size={14} />
          Only visible to you
          <button type="button" className={styles['dismiss']} onClick={() => dismiss(channel, message.ts)}>
            <CloseIcon size={12} />
            Dismiss
          </button>
        </p>
      </div>
    </article>
  )
}
