import { useState } from 'react'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { DialogError } from '#channels/dialogParts/DialogError.tsx'
import { DialogFooter } from '#channels/dialogParts/DialogFooter.tsx'
import { DialogForm, LabeledField } from '#channels/dialogParts/DialogForm.tsx'
import { t } from '#words/t.ts'
import { formatWhen, toFieldValue } from './scheduleTimes.ts'
import { serverNow } from './serverTime.ts'

const dayMs = 86_400_000

type Props = {
  at: Date
  button: string
  maxAheadDays?: number
  /** Resolves to what went wrong. */
  onChoose: (postAt: number) => Promise<string | undefined>
  close: () => void
}

/** A form to choose a date and a time. `postAt` is in Unix seconds. */
export function TimeForm({ at, button, maxAheadDays = 120, onChoose, close }: Props) {
  const [value, setValue] = useState(toFieldValue(at))
  const [error, setError] = useState<string>()
  const now = serverNow()
  const chosen = new Date(value)

  async function choose() {
    const problem = await onChoose(Math.floor(chosen.getTime() / 1000))
    if (problem === undefined) close()
    else setError(problem)
  }

  return (
    <DialogForm onSubmit={() => void choose()}>
      <LabeledField id="schedule-time" label={t('Date and time')}>
        <input
          id="schedule-time"
          type="datetime-local"
          data-first
          required
          min={toFieldValue(now)}
          max={toFieldValue(new Date(now.getTime() + maxAheadDays * dayMs))}
          aria-invalid={error !== undefined}
          aria-describedby="schedule-problem"
          value={value}
          onChange={(event) => {
            setValue(event.target.value)
            setError(undefined)
          }}
        />
      </LabeledField>
      <DialogError id="schedule-problem" text={error} inForm />
      <DialogFooter inForm>
        <DialogButton look="secondary" at="footer" onClick={close}>
          {t('Cancel')}
        </DialogButton>
        <DialogButton look="primary" at="footer" type="submit" disabled={Number.isNaN(chosen.getTime())}>
          {button} {Number.isNaN(chosen.getTime()) ? '' : formatWhen(chosen, now)}
        </DialogButton>
      </DialogFooter>
    </DialogForm>
  )
}
