import { useState } from 'react'
import type { JournalEntry } from 'rivulet/journal'
import { CheckIcon, CopyIcon } from '#ui/icons.tsx'
import { Menu } from '#ui/menu/Menu.tsx'
import { t } from '#words/t.ts'
import { copiesOf } from './copies.ts'
import styles from './Actions.module.css'

/** Copies an entry in a form in which it can be used elsewhere. */
export function CopyMenu({ entry }: { entry: JournalEntry }) {
  const [copied, setCopied] = useState(false)
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 1500)
  }
  // Only where the page is of this machine or encrypted.
  if (!globalThis.navigator?.clipboard) return null
  const items = copiesOf(entry, location.origin).map(({ label, make }) => ({
    key: label,
    label,
    onSelect: () => void copy(make()),
  }))
  return (
    <Menu
      label={t('Copy as')}
      groups={[{ items }]}
      button={(props) => (
        <button type="button" className={styles['action']} {...props}>
          {copied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
          {copied ? t('Copied') : t('Copy as')}
        </button>
      )}
    />
  )
}
