import type { ViewerShortcut, ViewerUser } from 'rivulet/feedProtocol'
import { Avatar } from '#messages/Avatar.tsx'

/** Shortcuts as a menu shows them: under the app that they are of. */
export function shortcutGroups(
  shortcuts: readonly ViewerShortcut[],
  users: Readonly<Record<string, ViewerUser>>,
  use: (app: string, callback: string) => void,
) {
  const apps = [...new Set(shortcuts.map(({ app_id: app }) => app))]
  return apps.map((id) => {
    const app = Object.values(users).find((user) => user.app_id === id)
    return {
      label: app?.label ?? id,
      items: shortcuts
        .filter((one) => one.app_id === id)
        .map(({ callback_id: callback, name, description }) => ({
          key: callback,
          label: name,
          hint: description,
          sign: app && <Avatar id={app.id} label={app.label} app size={24} />,
          onPick: () => use(id, callback),
        })),
    }
  })
}
