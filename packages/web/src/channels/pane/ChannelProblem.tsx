import { messageErrors, useMessageError } from '#store/pending/messageErrors.ts'
import { ErrorNote } from '#ui/error/ErrorNote.tsx'
import styles from './ChannelProblem.module.css'

/** Why something that a person did to a channel in its header failed, for a while below it. */
export function ChannelProblem({ channel }: { channel: string }) {
  const text = useMessageError(channel)
  if (text === undefined) return null
  const dismiss = () => messageErrors.set(channel, undefined, undefined)
  return <ErrorNote text={text} onDismiss={dismiss} className={styles['problem']} />
}
