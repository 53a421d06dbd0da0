import { openChannelDialog } from '#channels/dialogs/openDialog.ts'
import { PlusIcon } from '#ui/icons.tsx'
import { t } from '#words/t.ts'
import styles from './Sidebar.module.css'

/** Stands in the list of direct messages as long as there is none. */
export function FirstMessage() {
  return (
    <li>
      <button
        type="button"
        className={styles['link']}
        aria-haspopup="dialog"
        onClick={() => openChannelDialog({ kind: 'message' })}
      >
        <span className={styles['icon']}>
          <PlusIcon size={14} />
        </span>
        <span className={styles['name']}>{t('Write to somebody')}</span>
      </button>
    </li>
  )
}
