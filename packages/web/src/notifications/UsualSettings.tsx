import { useState } from 'react'
import type { NotifyRule } from '#activity/notifyRule.ts'
import { request } from '#store/client/pageClient.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { ErrorMessage } from '#ui/error/ErrorMessage.tsx'
import { t } from '#words/t.ts'
import styles from './NotificationSettings.module.css'

const rules: readonly { rule: NotifyRule; label: string }[] = [
  { rule: 'all', label: t('All messages') },
  { rule: 'mentions', label: t('Mentions, direct messages and replies in my threads') },
  { rule: 'nothing', label: t('Nothing') },
]

/** [REA-6] What the person is notified of where a channel says nothing else, on all their devices. */
export function UsualSettings() {
  const known = useWorkspace((state) => state.preferences.notify) ?? 'mentions'
  /** What was chosen here. It is shown at once. */
  const [chosen, setChosen] = useState<NotifyRule>()
  const [problem, setProblem] = useState<string>()
  async function choose(notify: NotifyRule) {
    setChosen(notify)
    const result = await request({ type: 'prefer', notify }, 'saved')
    setProblem(result.ok ? undefined : result.detail)
    if (!result.ok) setChosen(undefined)
  }
  return (
    <fieldset className={styles['group']}>
      <legend>{t('Notify me of')}</legend>
      <div className={styles['choices']}>
        {rules.map(({ rule, label }) => (
          <label key={rule} className={styles['choice']}>
            <input type="radio" name="notify" checked={(chosen ?? known) === rule} onChange={() => void choose(rule)} />
            {label}
          </label>
        ))}
      </div>
      <p className={styles['hint']}>{t('A channel can say otherwise, with the bell in its header.')}</p>
      <ErrorMessage text={problem} />
    </fieldset>
  )
}
