import type { ViewerPreferences } from 'rivulet/feedProtocol'
import { useState } from 'react'
import { DialogError } from '#channels/dialogParts/DialogError.tsx'
import { request } from '#store/client/pageClient.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { byItself, type PreferenceName } from './followPreferences.ts'
import { preferencesDialog } from './preferencesDialog.ts'
import styles from './PreferencesDialog.module.css'

type Choice = { label: string; change: ViewerPreferences }
const groups: readonly { name: PreferenceName; title: string; choices: readonly Choice[] }[] = [
  {
    name: 'theme',
    title: 'Theme',
    choices: [
      { label: 'As the system', change: { theme: 'system' } },
      { label: 'Light', change: { theme: 'light' } },
      { label: 'Dark', change: { theme: 'dark' } },
    ],
  },
  {
    name: 'density',
    title: 'Messages',
    choices: [
      { label: 'Comfortable', change: { density: 'comfortable' } },
      { label: 'Compact', change: { density: 'compact' } },
    ],
  },
  {
    name: 'clock',
    title: 'Clock',
    choices: [
      { label: 'As the language', change: { clock: 'language' } },
      { label: '12 hours', change: { clock: '12' } },
      { label: '24 hours', change: { clock: '24' } },
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
  }

  return (
    <TitledDialog title="Preferences" onClose={() => preferencesDialog.setState({ open: false })}>
      {() => (
        <div className={styles['groups']}>
          {groups.map(({ name, title, choices }) => (
            <fieldset key={name} className={styles['group']}>
              <legend>{title}</legend>
              <div className={styles['choices']}>
                {choices.map(({ label, change }) => (
                  <label key={label} className={styles['choice']}>
                    <input
                      type="radio"
                      name={name}
                      checked={shown[name] === change[name]}
                      onChange={() => void choose(change)}
                    />
                    {label}
                  </label>
                ))}
              </div>
            </fieldset>
          ))}
          <p className={styles['note']}>They hold on all your devices.</p>
          <DialogError text={error} />
        </div>
      )}
    </TitledDialog>
  )
}
