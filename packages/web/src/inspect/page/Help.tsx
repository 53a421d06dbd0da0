import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { t } from '#words/t.ts'
import styles from './Help.module.css'

const keys: [string[], string][] = [
  [['↑', '↓'], t('Choose an entry')],
  [['Enter'], t('Go to its details')],
  [['/'], t('Filter')],
  [['Esc'], t('Back to the list; clears the filter while it is typed')],
  [['Home', 'End'], t('First and newest')],
  [['←', '→'], t('In a stream: one append back or on')],
  [['?'], t('This help')],
]
const filters: [string[], string][] = [
  [['scout'], t('any text in an entry')],
  [['method:chat.*'], t('a method; * stands for anything')],
  [['app:scout', 'person:ana', 'channel:#launch'], t('who and where, by name or id')],
  [['error:invalid_blocks'], t('an error, or how a delivery failed')],
  [['is:error', 'is:hint'], t('everything that went wrong, or that has a hint')],
  [['event:message', 'kind:call', 'ts:1767…'], t('a type of event, a kind, a message')],
  [['-method:auth.test'], t('everything else')],
]

export function Help({ onClose }: { onClose: () => void }) {
  return (
    <TitledDialog title={t('Keys and filters')} onClose={onClose}>
      {() => (
        <div className={styles['help']}>
          <dl>
            {keys.map(([names, words]) => (
              <div key={words}>
                <dt>{words}</dt>
                <dd>
                  {names.map((name) => (
                    <kbd key={name}>{name}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
          <dl>
            {filters.map(([examples, words]) => (
              <div key={words}>
                <dt>{words}</dt>
                <dd>
                  {examples.map((example) => (
                    <code key={example}>{example}</code>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </TitledDialog>
  )
}
