import { CloseIcon } from '#ui/icons.tsx'
import { t } from '#words/t.ts'
import { ErrorMessage } from './ErrorMessage.tsx'
import styles from './ErrorNote.module.css'

type Props = {
  text: string
  onDismiss: () => void
  /** Says where it is. */
  className: string | undefined
}

/** Why something failed, above the page, until it is put away. */
export function ErrorNote({ text, onDismiss, className }: Props) {
  return (
    <div className={`${styles['note']} ${className}`}>
      <ErrorMessage text={text} />
      <button type="button" aria-label={t('Put away')} data-tip="" onClick={onDismiss}>
        <CloseIcon size={14} />
      </button>
    </div>
  )
}
