import { useState } from 'react'
import { announce } from '#announcer/announce.ts'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { DialogError } from '#channels/dialogParts/DialogError.tsx'
import { formatWhen } from '#schedule/scheduleTimes.ts'
import { serverNow } from '#schedule/serverTime.ts'
import { TimeForm } from '#schedule/TimeForm.tsx'
import { threadKey, useWorkspace } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'
import { suggestReminders } from './reminderTimes.ts'
import { save } from './saveMessage.ts'
import styles from './Later.module.css'

type Props = { channel: string; ts: string; close: () => void }

/** [LAT-5] When the person is to be reminded of a message. It is kept for later too. */
export function RemindForm({ channel, ts, close }: Props) {
  const reminder = useWorkspace((state) => state.saved[threadKey(channel, ts)]?.remind_at)
  const [isOwn, setOwn] = useState(false)
  const [error, setError] = useState<string>()
  const now = serverNow()
  const times = suggestReminders(now)

  async function remind(at: number): Promise<string | undefined> {
    const result = await save(channel, ts, { remind_at: at })
    if (!result.ok) return result.detail
    announce(
      at === 0
        ? t('There is no reminder any more.')
        : t('You will be reminded {when}.', { when: formatWhen(new Date(at), serverNow()) }),
    )
    return undefined
  }
  async function choose(at: number) {
    const problem = await remind(at)
    if (problem === undefined) close()
    else setError(problem)
  }

  if (isOwn)
    return (
      <TimeForm
        at={times[3]?.at ?? now}
        button={t('Remind me')}
        maxAheadDays={366}
        onChoose={(seconds) => remind(seconds * 1000)}
        close={close}
      />
    )
  return (
    <div className={styles['times']}>
      <DialogError text={error} />
      {reminder !== undefined && (
        <p className={styles['quiet']}>
          {t('You will be reminded {when}.', { when: formatWhen(new Date(reminder), now) })}
        </p>
      )}
      <ul aria-label={t('When')}>
        {times.map(({ label, at }, i) => (
          <li key={label}>
            <button type="button" data-first={i === 0 || undefined} onClick={() => void choose(at.getTime())}>
              {label}
              <small>{formatWhen(at, now)}</small>
            </button>
          </li>
        ))}
        <li>
          <button type="button" onClick={() => setOwn(true)}>
            {t('Another time…')}
          </button>
        </li>
      </ul>
      {reminder !== undefined && (
        <DialogButton look="quiet" at="row" onClick={() => void choose(0)}>
          {t('Remove the reminder')}
        </DialogButton>
      )}
    </div>
  )
}
