import type { JournalEntry } from 'rivulet/journal'
import { useCopy } from '#announcer/useCopy.ts'
import { CopyIcon } from '#ui/icons.tsx'
import { Menu } from '#ui/menu/Menu.tsx'
import { t } from '#words/t.ts'
import { copiesOf } from './copies.ts'
import styles from './Actions.module.css'

/** Copies an entry in a form in which it can be used elsewhere. */
export function CopyMenu({ entry }: { entry: JournalEntry }) {
  const { icon: Icon = CopyIcon, label: told = t('Copy as'), copy } = useCopy()
  // Only where the page is of this machine or encrypted.
  if (!globalThis.navigator?.clipboard) return null
  const items = copiesOf(entry, location.origin).map(({ label, make }) => ({
    key: label,
    label,
    onSelect: () => copy(make()),
  }))
  return (
    <Menu
      label={t('Copy as')}
      groups={[{ items }]}
      button={(props) => (
        <button type="button" className={styles['action']} {...props}>
          <Icon size={14} />
          {told}
        </button>
      )}
    />
  )
}
