import type { Block } from '@rivulet/blocks/types'
import { useMemo } from 'react'
import { Blocks } from '#blocks/Blocks.tsx'
import { retryMessage } from '#store/client/pageClient.ts'
import { outbox, type OutboxMessage } from '#store/pending/outbox.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { useAuthor } from '#messages/authors/useAuthor.ts'
import { lazyCode } from '#ui/lazy/lazyCode.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { t } from '#words/t.ts'
import styles from './Message.module.css'
import own from './OutgoingMessage.module.css'

const OutgoingFiles = lazyComponent(async () => (await import('#soon.ts')).OutgoingFiles)

const markdownCode = lazyCode(() => import('@rivulet/blocks/markdown'))

/** A message in the outbox: grey until the server confirms it, with Retry and Delete if it was not sent. */
export function OutgoingMessage({ message, grouped }: { message: OutboxMessage; grouped: boolean }) {
  const you = useWorkspace((state) => state.you)
  const author = useAuthor({ user: you })
  const { text, blocks: written } = message
  const markdown = markdownCode.use(!written)
  const blocks = useMemo<readonly Block[]>(
    () => written ?? markdown?.blocksFromMarkdown(text) ?? [{ type: 'markdown', text }],
    [text, written, markdown],
  )
  const failed = message.state === 'failed'
  return (
    <article
      className={styles['message']}
      data-outgoing={message.state}
      data-outgoing-id={message.id}
      data-grouped={grouped || undefined}
      aria-label={`${author.label}, ${failed ? t('not sent') : t('sending')}`}
      tabIndex={-1}
    >
      {grouped ? <span /> : <Avatar {...author} />}
      <div className={styles['body']}>
        {!grouped && (
          <div className={styles['head']}>
            <span className={styles['name']} dir="auto">
              {author.label}
            </span>
            <span className={styles['time']}>{failed ? '' : t('Sending')}</span>
          </div>
        )}
        <div className={own['text']}>
          <Blocks blocks={blocks} />
        </div>
        {message.files && <OutgoingFiles files={message.files} />}
        {failed && (
          <div className={own['failed']} role="alert">
            <span>{message.reason ? t('Not sent: {reason}', { reason: message.reason }) : t('Not sent')}</span>
            <button type="button" onClick={() => retryMessage(message.id)}>
              {t('Retry')}
            </button>
            <button type="button" onClick={() => outbox.remove(message.id)}>
              {t('Delete')}
            </button>
          </div>
        )}
      </div>
    </article>
  )
}
