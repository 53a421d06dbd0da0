import { blocksFromMrkdwn } from '@rivulet/blocks/mrkdwn'
import { plainTextFromBlocks } from '@rivulet/blocks/plainText'
import { toMentionNames } from '#names/mentionNames.ts'
import { contentOf, useWorkspace } from '#store/workspace/workspace.ts'
import { formatFullTime } from './times.ts'
import type { ViewerMessage } from 'rivulet/feedProtocol'
import styles from './AssistantThreadStart.module.css'

type Props = { channel: string; message: ViewerMessage; isTabStop: boolean }

/** The divider where a thread with an assistant begins, with the title that the app gave it. */
export function AssistantThreadStart({ channel, message, isTabStop }: Props) {
  const title = useWorkspace((state) => {
    const title = contentOf(state, channel).threadInfo[message.ts]?.title
    return title && plainTextFromBlocks(blocksFromMrkdwn(title), toMentionNames(state))
  })
  return (
    <article
      className={styles['start']}
      data-ts={message.ts}
      data-testid="conversation-start"
      aria-label={title ? `Conversation: ${title}` : 'New conversation'}
      title={formatFullTime(message.ts)}
      tabIndex={isTabStop ? 0 : -1}
    >
      <span className={styles['title']}>{title || 'New conversation'}</span>
    </article>
  )
}
