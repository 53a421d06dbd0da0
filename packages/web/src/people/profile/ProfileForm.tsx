import type { ProfileFields } from 'rivulet/feedProtocol'
import { useState } from 'react'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { DialogError } from '#channels/dialogParts/DialogError.tsx'
import { DialogFooter } from '#channels/dialogParts/DialogFooter.tsx'
import { DialogForm, LabeledField } from '#channels/dialogParts/DialogForm.tsx'
import { request } from '#store/client/pageClient.ts'
import type { RequestFrame } from '#store/client/requests.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'
import { PictureField } from './PictureField.tsx'
import { formatEnd } from './statusEnd.ts'
import { ZoneField } from './ZoneField.tsx'
import styles from '#people/People.module.css'

/** When a status ends, in minutes from now; `today` at midnight. */
const ends = {
  stays: t('Do not clear'),
  30: 'In 30 minutes',
  60: t('In an hour'),
  240: 'In 4 hours',
  today: t('Today'),
} as const
const suggestions = [
  { emoji: ':calendar:', sign: '📅', text: t('In a meeting') },
  { emoji: ':knife_fork_plate:', sign: '🍽️', text: t('At lunch') },
  { emoji: ':face_with_thermometer:', sign: '🤒', text: t('Out sick') },
  { emoji: ':palm_tree:', sign: '🌴', text: t('On vacation') },
] as const

/** What the person says about themselves: the names that others see, and a status. */
export function ProfileForm({ close }: { close: () => void }) {
  const user = useWorkspace((state) => state.users[state.you])
  const [fields, setFields] = useState({
    display_name: user?.label ?? '',
    title: user?.title ?? '',
    phone: user?.phone ?? '',
    tz: user?.tz ?? 'UTC',
    status_text: user?.status?.text ?? '',
    status_emoji: user?.status?.emoji ?? '',
  })
  const [end, setEnd] = useState('kept')
  const [away, setAway] = useState(user?.away ?? false)
  const [picture, setPicture] = useState<string>()
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<string>()
  const endsAt = user?.status?.ends_at
  const set = (name: keyof typeof fields) => (value: string) => setFields((before) => ({ ...before, [name]: value }))
  const hasStatus = fields.status_text !== '' || fields.status_emoji !== ''

  async function save() {
    if (saving) return
    setSaving(true)
    setError(await saveFields())
    setSaving(false)
  }

  /** Returns what went wrong, if anything. */
  async function saveFields(): Promise<string | undefined> {
    const status_expiration = end === 'kept' ? Math.floor((endsAt ?? 0) / 1000) : toSeconds(end)
    const trimmed = Object.entries(fields).map(([name, value]) => [name, value.trim()])
    const frame: ProfileFields = {
      ...Object.fromEntries(trimmed),
      status_expiration: hasStatus ? status_expiration : 0,
    }
    const frames: RequestFrame[] = [{ type: 'profile', ...frame }]
    if (picture !== undefined) frames.push({ type: 'picture', image: picture.slice(picture.indexOf(',') + 1) })
    if (away !== (user?.away ?? false)) frames.push({ type: 'away', away })
    for (const one of frames) {
      const result = await request(one, 'saved')
      if (!result.ok) return result.detail
    }
    close()
    return undefined
  }

  return (
    <DialogForm onSubmit={() => void save()}>
      <fieldset className={styles['fieldset']}>
        <legend>{t('Status')}</legend>
        <div className={styles['pair']}>
          <Text
            id="status-emoji"
            label={t('Emoji')}
            value={fields.status_emoji}
            onText={set('status_emoji')}
            hint=":tada:"
          />
          <Text
            id="status-text"
            label={t('What are you up to?')}
            value={fields.status_text}
            onText={set('status_text')}
            first
          />
        </div>
        <div className={styles['chips']}>
          {suggestions.map(({ emoji, sign, text }) => (
            <button
              key={text}
              type="button"
              className={styles['chip']}
              onClick={() => setFields((before) => ({ ...before, status_emoji: emoji, status_text: text }))}
            >
              <span aria-hidden="true">{sign}</span> {text}
            </button>
          ))}
          {hasStatus && (
            <button
              type="button"
              className={styles['chip']}
              onClick={() => setFields((before) => ({ ...before, status_emoji: '', status_text: '' }))}
            >
              {t('Clear')}
            </button>
          )}
        </div>
        <label className={styles['label']} htmlFor="status-end">
          {t('Clear the status')}
        </label>
        <select
          id="status-end"
          className={styles['select']}
          value={end}
          onChange={(event) => setEnd(event.target.value)}
        >
          {endsAt != null && <option value="kept">{formatEnd(endsAt)}</option>}
          {endsAt == null && <option value="kept">{t('Do not clear')}</option>}
          {Object.entries(ends)
            .filter(([value]) => value !== 'stays' || endsAt != null)
            .map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
        </select>
        <label className={styles['check']}>
          <input type="checkbox" checked={away} onChange={(event) => setAway(event.target.checked)} />
          {t('Show me as away')}
        </label>
      </fieldset>
      <fieldset className={styles['fieldset']}>
        <legend>{t('Profile')}</legend>
        <PictureField picture={picture} onPicture={setPicture} onProblem={setError} />
        <Text
          id="display-name"
          label={t('Display name')}
          value={fields.display_name}
          onText={set('display_name')}
          hint={user?.real_name}
        />
        <Text id="title" label={t('Title')} value={fields.title} onText={set('title')} hint={t('What you do here')} />
        <Text id="phone" label={t('Phone')} value={fields.phone} onText={set('phone')} />
        <ZoneField zone={fields.tz} onZone={set('tz')} />
      </fieldset>
      <DialogError text={error} inForm />
      <DialogFooter inForm>
        <DialogButton look="secondary" at="footer" onClick={close}>
          {t('Cancel')}
        </DialogButton>
        <DialogButton look="primary" at="footer" type="submit">
          {saving ? t('Saving…') : t('Save')}
        </DialogButton>
      </DialogFooter>
    </DialogForm>
  )
}

type TextProps = {
  id: string
  label: string
  value: string
  onText: (text: string) => void
  hint?: string | undefined
  first?: boolean
}

function Text({ id, label, value, onText, hint, first = false }: TextProps) {
  return (
    <div className={styles['text']}>
      <LabeledField id={id} label={label}>
        <input
          id={id}
          autoComplete="off"
          maxLength={100}
          placeholder={hint}
          data-first={first || undefined}
          value={value}
          onChange={(event) => onText(event.target.value)}
        />
      </LabeledField>
    </div>
  )
}

function toSeconds(end: string): number {
  if (end === 'stays') return 0
  if (end !== 'today') return Math.floor(Date.now() / 1000) + Number(end) * 60
  return Math.floor(new Date().setHours(23, 59, 59, 0) / 1000)
}
