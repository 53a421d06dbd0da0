import { useWorkspace } from '#store/workspace/workspace.ts'
import { CloseIcon } from '#ui/icons.tsx'
import { t } from '#words/t.ts'
import { conversationName } from './conversations.ts'
import { leaveConversation, type ReplyTarget } from './replyTarget.ts'
import styles from './ReplyTargetBar.module.css'

/** Says in the composer that the next message does not go to the last conversation, with a button to go back to that. */
export function ReplyTargetBar({ channel, target }: { channel: string; target: ReplyTarget }) {
  const threadTs = target.kind === 'chosen' ? target.threadTs : undefined
  const name = useWorkspace((state) => threadTs && conversationName(channel, threadTs, state))
  return (
    <div className={styles['bar']} data-testid="reply-target">
      <p className={styles['words']}>
        {threadTs === undefined ? t('New conversation') : t('Replying to an earlier conversation')}
        {name && (
          <>
            : <b>{name}</b>
          </>
        )}
      </p>
      <button
        type="button"
        className={styles['leave']}
        aria-label={t('Back to the last conversation')}
        data-tip=""
        onClick={() => leaveConversation(channel)}
      >
        <CloseIcon size={12} />
      </button>
    </div>
  )
}
