import { useState } from 'react'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { DialogFooter } from '#channels/dialogParts/DialogFooter.tsx'
import { DialogForm, LabeledField } from '#channels/dialogParts/DialogForm.tsx'
import { t } from '#words/t.ts'
import { jumpToDate, toDateValue } from './jumpToDate.ts'

type Props = { channel: string; at: Date; close: () => void }

/** [WEB-13] A form to choose the date at which a conversation is read. */
export function DateForm({ channel, at, close }: Props) {
  const [value, setValue] = useState(toDateValue(at))
  function jump() {
    close()
    jumpToDate(channel, value)
  }
  return (
    <DialogForm onSubmit={jump}>
      <LabeledField id="jump-date" label={t('Date')}>
        <input
          id="jump-date"
          type="date"
          data-first
          required
          max={toDateValue(new Date())}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </LabeledField>
      <DialogFooter inForm>
        <DialogButton look="secondary" at="footer" onClick={close}>
          {t('Cancel')}
        </DialogButton>
        <DialogButton look="primary" at="footer" type="submit" disabled={!value}>
          {t('Jump')}
        </DialogButton>
      </DialogFooter>
    </DialogForm>
  )
}
