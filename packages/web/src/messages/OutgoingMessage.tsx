import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import { useMemo } from 'react'
import { Blocks } from '#blocks/Blocks.tsx'
import { OutgoingFiles } from '#files/Files.tsx'
import { sendAgain } from '#store/client.ts'
import { dropOutgoing, type Outgoing } from '#store/outbox.ts'
import { useWorkspace } from '#store/workspace.ts'
import { Avatar } from './Avatar.tsx'
import { useAuthor } from './author.ts'
import styles from './Message.module.css'

/** One's own message on its way: grey until the server has it, and never lost without a word. */
export function OutgoingMessage({ message, grouped }: { message: Outgoing; grouped: boolean }) {
  const you = useWorkspace((state) => state.you)
  const author = useAuthor({ user: you })
  const blocks = useMemo(() => blocksFromMarkdown(message.text), [message.text])
  const failed = message.state === 'failed'
  return (
    <article
      className={`${styles['message']} ${styles['unsent']}`}
      data-outgoing={message.state}
      data-grouped={grouped || undefined}
      aria-label={`${author.label}, ${failed ? 'not sent' : 'sending'}`}
    >
      {grouped ? <span /> : <Avatar {...author} />}
      <div className={styles['body']}>
        {!grouped && (
          <div className={styles['head']}>
            <span className={styles['name']}>{author.label}</span>
            <span className={styles['time']}>{failed ? '' : 'Sending'}</span>
          </div>
        )}
        <div className={styles['text']}>
          <Blocks blocks={blocks} />
        </div>
        {message.files && <OutgoingFiles files={message.files} />}
        {failed && (
          <div className={styles['failed']} role="alert">
            <span>Not sent{message.reason ? `: ${message.reason}` : ''}</span>
            <button type="button" onClick={() => sendAgain(message.id)}>
              Retry
            </button>
            <button type="button" onClick={() => dropOutgoing(message.id)}>
              Delete
            </button>
          </div>
        )}
      </div>
    </article>
  )
}
