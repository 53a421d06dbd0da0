import { formatWhen } from '#schedule/scheduleTimes.ts'
import { serverNow } from '#schedule/serverTime.ts'
import { threadKey, useWorkspace } from '#store/workspace/workspace.ts'
import styles from '#messages/message/Message.module.css'
import { t } from '#words/t.ts'
import { LaterIcon } from './LaterIcon.tsx'

/** Says above a message that the person keeps it for later, and when they are reminded of it. */
export function SavedMark({ channel, ts }: { channel: string; ts: string }) {
  const entry = useWorkspace((state) => state.saved[threadKey(channel, ts)])
  if (!entry) return null
  const { remind_at: at } = entry
  return (
    <p className={styles['broadcast']} data-testid="saved">
      <LaterIcon size={12} filled />
      {at === undefined
        ? t('Saved for later')
        : t('Saved for later, reminder {when}', { when: formatWhen(new Date(at), serverNow()) })}
    </p>
  )
}
