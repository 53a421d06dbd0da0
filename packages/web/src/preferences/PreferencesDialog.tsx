import type { ViewerPreferences } from 'rivulet/feedProtocol'
import { useState } from 'react'
import { DialogError } from '#channels/dialogParts/DialogError.tsx'
import { request } from '#store/client/pageClient.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { t } from '#words/t.ts'
import { byItself, type PreferenceName, speak } from './followPreferences.ts'
import { OwnSessions } from './OwnSessions.tsx'
import { preferencesDialog } from './preferencesDialog.ts'
import styles from './PreferencesDialog.module.css'

type Choice = { label: string; lang?: string; change: ViewerPreferences }
type PreferenceGroup = { name: PreferenceName; title: string; note?: string; choices: readonly Choice[] }
const groups: readonly PreferenceGroup[] = [
  {
    name: 'theme',
    title: t('Theme'),
    choices: [
      { label: t('As the system'), change: { theme: 'system' } },
      { label: t('Light'), change: { theme: 'light' } },
      { label: t('Dark'), change: { theme: 'dark' } },
    ],
  },
  {
    name: 'density',
    title: t('Messages'),
    choices: [
      { label: t('Comfortable'), change: { density: 'comfortable' } },
      { label: t('Compact'), change: { density: 'compact' } },
    ],
  },
  {
    name: 'clock',
    title: t('Clock'),
    choices: [
      { label: t('As the language'), change: { clock: 'language' } },
      { label: t('12 hours'), change: { clock: '12' } },
      { label: t('24 hours'), change: { clock: '24' } },
    ],
  },
  {
    name: 'single_keys',
    title: t('Keys without Ctrl, Cmd or Alt, such as ? or E'),
    choices: [
      { label: t('On'), change: { single_keys: 'on' } },
      { label: t('Off'), change: { single_keys: 'off' } },
    ],
  },
  {
    name: 'language',
    title: t('Language'),
    note: t('The page loads again in the language that you choose.'),
    choices: [
      { label: t('Automatic (browser)'), change: { language: 'browser' } },
      // Each in its own language, so that whoever needs it can read it.
      { label: 'English', lang: 'en', change: { language: 'en' } },
      { label: 'Deutsch', lang: 'de', change: { language: 'de' } },
    ],
  },
]

/** [WEB-16] How the client looks for the person, on all their devices. */
export function PreferencesDialog() {
  const preferences = useWorkspace((state) => state.preferences)
  /** What was chosen here. An answer to an earlier choice does not undo a later one. */
  const [chosen, setChosen] = useState<ViewerPreferences>({})
  const [error, setError] = useState<string>()
  const shown = { ...byItself, ...preferences, ...chosen }

  async function choose(change: ViewerPreferences) {
    setChosen((before) => ({ ...before, ...change }))
    const result = await request({ type: 'prefer', ...change }, 'saved')
    setError(result.ok ? undefined : result.detail)
    if (!result.ok) setChosen({})
    else if (change.language) speak(change.language)
  }

  return (
    <TitledDialog title={t('Preferences')} onClose={() => preferencesDialog.setState({ open: false })}>
      {() => (
        <div className={styles['groups']}>
          {groups.map(({ name, title, note, choices }) => (
            <fieldset key={name} className={styles['group']}>
              <legend>{title}</legend>
              <div className={styles['choices']}>
                {choices.map(({ label, lang, change }) => (
                  <label key={label} className={styles['choice']} lang={lang}>
                    <input
                      type="radio"
                      name={name}
                      data-first={shown[name] === change[name] || undefined}
                      checked={shown[name] === change[name]}
                      onChange={() => void choose(change)}
                    />
                    {label}
                  </label>
                ))}
              </div>
              {note && <p className={styles['note']}>{note}</p>}
            </fieldset>
          ))}
          <p className={styles['note']}>{t('What you choose here applies on all your devices.')}</p>
          <DialogError text={error} />
          <OwnSessions />
        </div>
      )}
    </TitledDialog>
  )
}
