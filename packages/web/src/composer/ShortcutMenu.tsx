import { BoltIcon } from '#ui/icons.tsx'
import { Menu } from '#ui/menu/Menu.tsx'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { toShortcutMenuGroups } from '#apps/shortcutMenuGroups.tsx'
import icon from '#ui/IconButton.module.css'
import { t } from '#words/t.ts'
import styles from './ToolButton.module.css'

/** The global shortcuts of all apps. */
export function ShortcutMenu({ onRun }: { onRun: (app: string, callback: string) => void }) {
  const shortcuts = useWorkspace((state) => state.shortcuts)
  const users = useWorkspace((state) => state.users)
  const globalShortcuts = shortcuts.filter(({ type }) => type === 'global')
  if (globalShortcuts.length === 0) return null
  return (
    <Menu
      label={t('Shortcuts')}
      groups={toShortcutMenuGroups(globalShortcuts, users, onRun)}
      button={(props) => (
        <button
          {...props}
          type="button"
          className={`${icon['button']} ${styles['button']}`}
          aria-label={t('Shortcuts')}
          data-tip=""
        >
          <BoltIcon />
        </button>
      )}
    />
  )
}
