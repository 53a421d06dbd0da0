import { t } from '#words/t.ts'
import styles from './TooLong.module.css'

type Props = { excess: string; onMakeFile: () => void }

/** Says above a composer that its text is too long for a message, and offers to make it a file. */
export function TooLong({ excess, onMakeFile }: Props) {
  return (
    <p className={styles['note']} role="alert">
      <span>
        <b>{t('Too long for a message:')}</b> {excess}
      </span>
      <button type="button" className={styles['button']} onClick={onMakeFile}>
        {t('Make it a file')}
      </button>
    </p>
  )
}
