import { ariaKeys, formatKeys } from '#keys/shortcuts.ts'
import { StopIcon } from '#ui/icons.tsx'
import { t } from '#words/t.ts'
import styles from './StopButton.module.css'

type Props = {
  stopping: boolean
  onClick: () => void
  words?: string
  /** What the button is called where there are several. */
  label?: string | undefined
  note?: string | undefined
  /** Whether Esc presses it while the focus is in the same part of the page, which shows the key. */
  keyed?: boolean
}

/** Ends what an agent does. */
export function StopButton({ stopping, onClick, words = t('Stop'), label, note, keyed = false }: Props) {
  return (
    <button
      type="button"
      className={styles['stop']}
      disabled={stopping}
      aria-label={label}
      aria-keyshortcuts={keyed ? ariaKeys('stop') : undefined}
      data-shortcut={keyed ? 'stop' : undefined}
      data-tip={note}
      aria-description={note}
      onClick={onClick}
    >
      <StopIcon />
      {stopping ? t('Stopping…') : words}
      {keyed && !stopping && (
        <kbd className={styles['key']} aria-hidden="true">
          {formatKeys('stop')}
        </kbd>
      )}
    </button>
  )
}
