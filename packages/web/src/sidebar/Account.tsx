import { ScreenIcon } from '#ui/lateIcons.tsx'
import { t } from '#words/t.ts'
import { SignOutButton } from './SignOutButton.tsx'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { showPeople } from '#people/openPeople.ts'
import { ariaKeys } from '#keys/shortcuts.ts'
import { preferencesDialog } from '#preferences/preferencesDialog.ts'
import { StatusEmoji } from '#people/StatusEmoji.tsx'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { QuietMark } from './QuietMark.tsx'
import styles from './Account.module.css'

/** The foot of the sidebar: who is signed in, the preferences, and the button to sign out. */
export function Account() {
  const you = useWorkspace((state) => state.users[state.you])
  return (
    <div className={styles['account']}>
      <button
        type="button"
        className={styles['self']}
        aria-haspopup="dialog"
        aria-label={t('{name}: profile and status', { name: you?.label ?? '' })}
        data-tip={t('Profile and status')}
        onClick={() => showPeople({ kind: 'profile' })}
      >
        {you && <Avatar id={you.id} label={you.label} size={24} />}
        <span className={styles['name']}>{you?.label}</span>
        {you && <StatusEmoji id={you.id} />}
        <QuietMark />
      </button>
      <button
        type="button"
        className={styles['tool']}
        aria-label={t('Preferences')}
        aria-haspopup="dialog"
        aria-keyshortcuts={ariaKeys('preferences')}
        data-tip=""
        onClick={() => preferencesDialog.setState({ open: true })}
      >
        <ScreenIcon />
      </button>
      <SignOutButton />
    </div>
  )
}
