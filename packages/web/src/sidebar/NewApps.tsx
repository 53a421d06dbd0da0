import type { ViewerUser } from 'rivulet/feedProtocol'
import { AppBadge } from '#messages/authors/AppBadge.tsx'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { openDirectMessage } from '#store/client/openDirectMessage.ts'
import { openSwitcher } from '#switcher/switcherState.ts'
import { plural, t } from '#words/t.ts'
import styles from './Sidebar.module.css'

/** So many apps that the person has never opened are listed. The others are found in the switcher. */
const maxNewApps = 7

/** Opens an app for the first time. */
export function NewApps({ apps }: { apps: readonly ViewerUser[] }) {
  const hidden = apps.length - maxNewApps
  return (
    <>
      {apps.slice(0, maxNewApps).map(({ id, label }) => (
        <li key={id}>
          <button
            type="button"
            className={styles['link']}
            data-new-app=""
            aria-label={label}
            aria-description={t('app, not opened yet')}
            onClick={() => void openDirectMessage([id])}
          >
            <span className={styles['icon']}>
              <Avatar id={id} label={label} app size={20} />
            </span>
            <span className={styles['name']}>{label}</span>
            <AppBadge decorative />
          </button>
        </li>
      ))}
      {hidden > 0 && (
        <li>
          <button type="button" className={styles['link']} onClick={openSwitcher}>
            <span className={styles['icon']} />
            <span className={styles['name']}>{plural(hidden, '{count} more app', '{count} more apps')}</span>
          </button>
        </li>
      )}
    </>
  )
}
