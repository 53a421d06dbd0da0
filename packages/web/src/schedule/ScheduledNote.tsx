import { openChannelDialog } from '#channels/dialogs/openDialog.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { ClockIcon } from '#ui/lateIcons.tsx'
import { plural, t } from '#words/t.ts'
import { formatWhen } from './scheduleTimes.ts'
import { serverNow } from './serverTime.ts'
import styles from './ScheduledNote.module.css'

type Props = { channel: string; threadTs: string | undefined }

/** Says above a composer what the person has scheduled for this place. */
export function ScheduledNote({ channel, threadTs }: Props) {
  const all = useWorkspace((state) => state.scheduled)
  const here = all.filter((one) => one.channel === channel && one.thread_ts === threadTs && !one.failure)
  const [next] = here
  if (!next) return null
  const when = formatWhen(new Date(next.post_at), serverNow())
  return (
    <p className={styles['note']} role="status">
      <ClockIcon size={14} />
      <span>
        {plural(here.length, 'Your message will be sent {when}.', '{count} scheduled, the next {when}.', { when })}
      </span>
      <button type="button" aria-haspopup="dialog" onClick={() => openChannelDialog({ kind: 'scheduled' })}>
        {t('See scheduled')}
      </button>
    </p>
  )
}
