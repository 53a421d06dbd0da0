import type { ViewerChannel, ViewerUser } from 'rivulet/feedProtocol'
import { useDeferredValue, useState } from 'react'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { navigate } from '#routing/route.ts'
import { PlusIcon, SearchIcon } from '#ui/icons.tsx'
import { t } from '#words/t.ts'
import { AgentInvitation } from './AgentInvitation.tsx'
import { beginConversation } from '#conversations/replyTarget.ts'
import { ConversationList } from './ConversationList.tsx'
import { mayBegin } from '#conversations/conversations.ts'
import { useConversations } from './useConversations.ts'
import styles from './ConversationHistory.module.css'

/** [AGT-1] The History tab of an agent: all conversations with it, to be searched and gone on with. */
export function ConversationHistory({ app, channel }: { app: ViewerUser; channel: ViewerChannel }) {
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim())
  const { items, error, fetchMore } = useConversations(channel.id, wanted)
  const isEmpty = items?.length === 0 && !error && wanted === ''
  return (
    <div className={styles['page']} data-testid="history" aria-busy={!items || undefined}>
      <div className={styles['view']}>
        {isEmpty ? (
          <AgentInvitation
            app={app}
            channel={channel}
            onBegun={(thread) => navigate({ channel: channel.id, ...(thread ? { thread } : {}) })}
          />
        ) : (
          <>
            <div className={styles['bar']}>
              <label className={styles['search']}>
                <SearchIcon />
                <input
                  type="search"
                  aria-label={t('Search conversations with {name}', { name: app.label })}
                  placeholder={t('Search conversations')}
                  autoComplete="off"
                  maxLength={100}
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                />
              </label>
              {mayBegin(app, channel) && (
                <DialogButton look="primary" at="bar" onClick={() => beginConversation(channel)}>
                  <PlusIcon />
                  <span className={styles['words']}>{t('New conversation')}</span>
                </DialogButton>
              )}
            </div>
            {items && (
              <ConversationList
                channel={channel}
                items={items}
                onOpen={(thread) => navigate({ channel: channel.id, thread })}
              />
            )}
            {error && <p role="alert">{error}</p>}
            <p className={styles['none']} role="status">
              {items?.length === 0 && !error && t('No conversation has these words.')}
            </p>
            {fetchMore && (
              <DialogButton look="secondary" at="row" onClick={fetchMore}>
                {t('Show more')}
              </DialogButton>
            )}
          </>
        )}
      </div>
    </div>
  )
}
