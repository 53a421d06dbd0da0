import { messageErrors, useMessageError } from '#store/pending/messageErrors.ts'
import { ErrorMessage } from '#ui/ErrorMessage.tsx'
import { CloseIcon } from '#ui/icons.tsx'
import { t } from '#words/t.ts'
import styles from './ChannelProblem.module.css'

/** Why something that a person did to a channel in its header failed, for a while below it. */
export function ChannelProblem({ channel }: { channel: string }) {
  const text = useMessageError(channel)
  if (text === undefined) return null
  return (
    <div className={styles['problem']}>
      <ErrorMessage text={text} />
      <button
        type="button"
        aria-label={t('Put away')}
        data-tip=""
        onClick={() => messageErrors.set(channel, undefined, undefined)}
      >
        <CloseIcon size={14} />
      </button>
    </div>
  )
}
