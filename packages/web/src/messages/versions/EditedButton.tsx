import { openChannelDialog } from '#channels/dialogs/openDialog.ts'
import { t } from '#words/t.ts'
import styles from './EditedButton.module.css'

/** [MSG-35] Says that a message was edited, and opens what it said before. */
export function EditedButton({ channel, ts }: { channel: string; ts: string }) {
  return (
    <button
      type="button"
      className={styles['edited']}
      aria-haspopup="dialog"
      aria-description={t('What it said before')}
      data-tip={t('What it said before')}
      onClick={() => openChannelDialog({ kind: 'versions', channel, ts })}
    >
      {t('(edited)')}
    </button>
  )
}
