import { useState } from 'react'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { DialogError } from '#channels/dialogParts/DialogError.tsx'
import { DialogFooter } from '#channels/dialogParts/DialogFooter.tsx'
import { DialogForm, LabeledField } from '#channels/dialogParts/DialogForm.tsx'
import { openChannel } from '#routing/route.ts'
import { ChannelIcon } from '#ui/ChannelIcon.tsx'
import { changeChannel } from '#store/client/changeChannel.ts'
import { t } from '#words/t.ts'
import { toChannelName } from './channelName.ts'
import styles from './CreateChannel.module.css'

export function CreateChannel({ close }: { close: () => void }) {
  const [name, setName] = useState('')
  const [isPrivate, setPrivate] = useState(false)
  const [waiting, setWaiting] = useState(false)
  const [error, setError] = useState<string>()

  async function create() {
    setWaiting(true)
    const result = await changeChannel({ type: 'create', name: toChannelName(name), private: isPrivate })
    setWaiting(false)
    if (!result.ok) return setError(result.detail)
    close()
    openChannel(result.answer.channel)
  }

  return (
    <DialogForm onSubmit={() => void create()}>
      <LabeledField id="channel-name" label={t('Name')}>
        <span className={styles['icon']}>
          <ChannelIcon kind={isPrivate ? 'private' : 'public'} />
        </span>
        <input
          id="channel-name"
          data-first
          required
          maxLength={80}
          autoComplete="off"
          spellCheck={false}
          placeholder={t('plan-budget')}
          aria-invalid={error !== undefined}
          aria-describedby="channel-problem"
          value={name}
          onChange={(event) => {
            setName(toChannelName(event.target.value))
            setError(undefined)
          }}
        />
      </LabeledField>
      <DialogError id="channel-problem" text={error} inForm />
      <label className={styles['switch']}>
        <input
          type="checkbox"
          role="switch"
          checked={isPrivate}
          onChange={(event) => setPrivate(event.target.checked)}
        />
        <span>
          {t('Private')}
          <small>{t('Only people who are invited can see it.')}</small>
        </span>
      </label>
      <DialogFooter inForm>
        <DialogButton look="secondary" at="footer" onClick={close}>
          {t('Cancel')}
        </DialogButton>
        <DialogButton look="primary" at="footer" type="submit" disabled={waiting || toChannelName(name) === ''}>
          {t('Create')}
        </DialogButton>
      </DialogFooter>
    </DialogForm>
  )
}
