import { contentOf, useWorkspace } from '#store/workspace/workspace.ts'
import { useAuthor } from '#messages/authors/useAuthor.ts'
import type { ViewerMessage } from 'rivulet/feedProtocol'
import { t } from '#words/t.ts'
import { StopStreams } from './StopStreams.tsx'
import styles from './StopReply.module.css'

/** [THR-12] Stop at a reply that grows, while another app writes one too: the composer's button would stop both. */
export function StopReply({ channel, message }: { channel: string; message: ViewerMessage }) {
  const isOneOfSeveral = useWorkspace((state) =>
    Object.values(contentOf(state, channel).messages).some(
      (other) => other.streaming_state === 'in_progress' && other.stream && other.app_id !== message.app_id,
    ),
  )
  const { label } = useAuthor(message)
  const isMember = useWorkspace((state) => state.channels[channel]?.member)
  if (!isOneOfSeveral || !isMember) return null
  return (
    <div className={styles['stop']}>
      <StopStreams channel={channel} streams={[message]} label={t('Stop {name}', { name: label })} />
    </div>
  )
}
