import { useState } from 'react'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { ErrorMessage } from '#ui/error/ErrorMessage.tsx'
import { serverNow } from '#schedule/serverTime.ts'
import { t } from '#words/t.ts'
import { formatQuietUntil, setQuietUntil, useQuietUntil } from './quiet.ts'
import styles from './NotificationSettings.module.css'

/** [NTF-7] Do not disturb: for a while, on all devices of the person. */
export function QuietSettings() {
  const until = useQuietUntil()
  const [problem, setProblem] = useState<string>()
  const set = async (at: number) => setProblem(await setQuietUntil(at))
  return (
    <fieldset className={styles['group']}>
      <legend>{t('Do not disturb')}</legend>
      <p role="status">
        {until === undefined
          ? t('Silences notifications for a while.')
          : t('On until {until}.', { until: formatQuietUntil(until) })}
      </p>
      <div className={styles['buttons']}>
        {until !== undefined && (
          <DialogButton look="secondary" at="row" onClick={() => void set(0)}>
            {t('Resume now')}
          </DialogButton>
        )}
        {quietTimes().map(({ label, until: at }) => (
          <DialogButton key={label} look="secondary" at="row" onClick={() => void set(at)}>
            {label}
          </DialogButton>
        ))}
      </div>
      <ErrorMessage text={problem} />
    </fieldset>
  )
}

function quietTimes(): { label: string; until: number }[] {
  const now = serverNow()
  const tomorrow = new Date(now)
  tomorrow.setDate(tomorrow.getDate() + 1)
  tomorrow.setHours(8, 0, 0, 0)
  const minute = 60_000
  return [
    { label: t('For 30 minutes'), until: now.getTime() + 30 * minute },
    { label: t('For 2 hours'), until: now.getTime() + 120 * minute },
    { label: t('Until tomorrow, 8:00'), until: tomorrow.getTime() },
  ]
}
