import { blocksFromMrkdwn } from '@rivulet/blocks/mrkdwn'
import { plainTextFromBlocks } from '@rivulet/blocks/plainText'
import { namesOf } from '#app/announcement.ts'
import { conversationOf, useWorkspace } from '#store/workspace.ts'
import { fullTimeOf } from './times.ts'
import type { ViewerMessage } from 'rivulet/feedProtocol'
import styles from './ConversationStart.module.css'

type Props = { channel: string; message: ViewerMessage; tabStop: boolean }

/** Where a conversation with an assistant begins, with the title that it has by now. */
export function ConversationStart({ channel, message, tabStop }: Props) {
  const title = useWorkspace((state) => {
    const given = conversationOf(state, channel).about[message.ts]?.title
    return given && plainTextFromBlocks(blocksFromMrkdwn(given), namesOf(state))
  })
  return (
    <article
      className={styles['start']}
      data-ts={message.ts}
      data-testid="conversation-start"
      aria-label={title ? `Conversation: ${title}` : 'New conversation'}
      title={fullTimeOf(message.ts)}
      tabIndex={tabStop ? 0 : -1}
    >
      <span className={styles['title']}>{title || 'New conversation'}</span>
    </article>
  )
}
