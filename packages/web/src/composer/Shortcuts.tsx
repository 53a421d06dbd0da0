import { BoltIcon } from '#app/icons.tsx'
import { Menu } from '#app/Menu.tsx'
import { useWorkspace } from '#store/workspace.ts'
import { shortcutGroups } from '#views/shortcutGroups.tsx'
import styles from './Composer.module.css'

/** What apps offer to do, wherever one is. */
export function Shortcuts({ onUse }: { onUse: (app: string, callback: string) => void }) {
  const shortcuts = useWorkspace((state) => state.shortcuts)
  const users = useWorkspace((state) => state.users)
  const own = shortcuts.filter(({ type }) => type === 'global')
  if (own.length === 0) return null
  return (
    <Menu
      label="Shortcuts"
      groups={shortcutGroups(own, users, onUse)}
      button={(props) => (
        <button {...props} type="button" className={styles['plus']} aria-label="Shortcuts" title="Shortcuts">
          <BoltIcon />
        </button>
      )}
    />
  )
}
