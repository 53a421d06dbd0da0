import { MoonIcon, SunIcon, SystemIcon } from '#app/icons.tsx'
import { useTheme, type Theme } from '#app/theme.ts'
import { leave } from '#app/presence.ts'
import { Avatar } from '#messages/Avatar.tsx'
import { useWorkspace } from '#store/workspace.ts'
import styles from './Sidebar.module.css'

const after: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' }
const signs = { system: SystemIcon, light: SunIcon, dark: MoonIcon }

export function Account() {
  const you = useWorkspace((state) => state.users[state.you])
  const [theme, setTheme] = useTheme()
  const Sign = signs[theme]
  return (
    <div className={styles['account']}>
      {you && <Avatar id={you.id} label={you.label} size={24} />}
      <span className={styles['name']}>{you?.label}</span>
      <button
        type="button"
        className={styles['tool']}
        aria-label={`Theme: ${theme}`}
        title={`Theme: ${theme}`}
        onClick={() => setTheme(after[theme])}
      >
        <Sign />
      </button>
      <button type="button" className={styles['out']} onClick={() => void leave()}>
        Sign out
      </button>
    </div>
  )
}
