import type { ViewerShortcut, ViewerUser } from 'rivulet/feedProtocol'
import type { MenuGroups } from '#ui/menu/menuItems.ts'
import { Avatar } from '#messages/authors/Avatar.tsx'

/** The items of a menu of shortcuts, grouped by app. `run` is called with the app id and the callback id. */
export function toShortcutMenuGroups(
  shortcuts: readonly ViewerShortcut[],
  users: Readonly<Record<string, ViewerUser>>,
  run: (app: string, callback: string) => void,
): MenuGroups {
  const apps = [...new Set(shortcuts.map(({ app_id: app }) => app))]
  return apps.map((id) => {
    const app = Object.values(users).find((user) => user.app_id === id)
    return {
      label: app?.label ?? id,
      items: shortcuts
        .filter((shortcut) => shortcut.app_id === id)
        .map(({ callback_id: callback, name, description }) => ({
          key: callback,
          label: name,
          hint: description,
          icon: app && <Avatar id={app.id} label={app.label} app size={24} />,
          onSelect: () => run(id, callback),
        })),
    }
  })
}
