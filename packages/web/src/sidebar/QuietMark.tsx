import { MutedIcon } from '#ui/icons.tsx'
import { formatQuietUntil, useQuietUntil } from '#notifications/quiet.ts'
import { t } from '#words/t.ts'
import styles from './Account.module.css'

/** [NTF-7] Says beside the person's name that they do not want to be disturbed. */
export function QuietMark() {
  const until = useQuietUntil()
  if (until === undefined) return null
  const label = t('Do not disturb until {until}', { until: formatQuietUntil(until) })
  return (
    <span className={styles['quiet']} role="img" aria-label={label} data-tip="">
      <MutedIcon />
    </span>
  )
}
