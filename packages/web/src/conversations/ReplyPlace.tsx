import { CloseIcon, ThreadIcon } from '#ui/icons.tsx'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'
import { conversationName } from './conversations.ts'
import { chooseConversation, leaveConversation } from './replyTarget.ts'
import styles from './ReplyPlace.module.css'

type Props = { channel: string; threadTs: string; chosen: boolean }

/** At the end of a conversation that is not the last one: a button to go on with it, or the sign that one does. */
export function ReplyPlace({ channel, threadTs, chosen }: Props) {
  const name = useWorkspace((state) => conversationName(channel, threadTs, state))
  return (
    <button
      type="button"
      className={styles['reply']}
      data-opens-thread={threadTs}
      aria-pressed={chosen}
      aria-label={name ? t('Reply in {name}', { name }) : t('Reply')}
      onClick={() => (chosen ? leaveConversation(channel) : chooseConversation(channel, threadTs))}
    >
      {chosen ? <CloseIcon size={12} /> : <ThreadIcon size={14} />}
      {chosen ? t('Replying here') : t('Reply')}
    </button>
  )
}
