import { useState } from 'react'
import { readOwn, writeOwn } from '#store/browser/browserStorage.ts'
import icon from '#ui/IconButton.module.css'
import { t } from '#words/t.ts'
import styles from './Composer.module.css'

/** Whether the person wants the buttons for formats, which this browser remembers. */
export function useShowsFormats() {
  const [shown, setShown] = useState(() => readOwn('formats') !== 'hidden')
  return [
    shown,
    (next: boolean) => {
      setShown(next)
      writeOwn('formats', next ? undefined : 'hidden')
    },
  ] as const
}

export function FormatsButton({ shown, onChange }: { shown: boolean; onChange: (shown: boolean) => void }) {
  return (
    <button
      type="button"
      className={`${icon['button']} ${styles['formats']}`}
      aria-label={t('Formats')}
      aria-pressed={shown}
      data-tip={shown ? t('Hide the buttons for formats') : t('Show the buttons for formats')}
      onClick={() => onChange(!shown)}
    >
      {t('Aa')}
    </button>
  )
}
