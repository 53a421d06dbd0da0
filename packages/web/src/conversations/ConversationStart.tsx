import type { ViewerMessage } from 'rivulet/feedProtocol'
import { formatFullTime } from '#messages/message/times.ts'
import { contentOf, useWorkspace } from '#store/workspace/workspace.ts'
import { sessionLabel } from '#threads/threadStatuses.ts'
import { t } from '#words/t.ts'
import { conversationTitle } from './conversations.ts'
import styles from './ConversationStart.module.css'

type StartProps = { channel: string; message: ViewerMessage; isTabStop: boolean }

/** The root with which an assistant begins a conversation: a divider with the title that the app gave it. */
export function AssistantThreadStart({ channel, message, isTabStop }: StartProps) {
  const title = useWorkspace((state) => conversationTitle(contentOf(state, channel), message.ts, state))
  return (
    <article
      className={styles['start']}
      data-ts={message.ts}
      data-testid="conversation-start"
      aria-label={title ? t('Conversation: {title}', { title }) : t('New conversation')}
      title={formatFullTime(message.ts)}
      tabIndex={isTabStop ? 0 : -1}
    >
      <span className={styles['title']}>{title ?? t('New conversation')}</span>
      <SessionState channel={channel} threadTs={message.ts} />
    </article>
  )
}

/** The divider above a root with which a person or an app begins a conversation. */
export function ConversationDivider({ channel, threadTs }: { channel: string; threadTs: string }) {
  const title = useWorkspace((state) => conversationTitle(contentOf(state, channel), threadTs, state))
  return (
    <div className={styles['start']} data-testid="conversation-divider">
      {title && <span className={styles['title']}>{title}</span>}
      <SessionState channel={channel} threadTs={threadTs} />
    </div>
  )
}

/** Whether the agents of the conversation wait for a person, or have closed it. */
function SessionState({ channel, threadTs }: { channel: string; threadTs: string }) {
  const agents = useWorkspace((state) => contentOf(state, channel).threadInfo[threadTs]?.agents)
  const label = sessionLabel(agents ?? [])
  return label ? (
    <span className={styles['state']} data-state={label}>
      {label === 'Waiting' ? t('Waiting') : t('Closed')}
    </span>
  ) : null
}
