import type { ViewerMessage } from 'rivulet/feedProtocol'
import { MoreIcon } from '#ui/icons.tsx'
import { Menu } from '#ui/menu/Menu.tsx'
import { sendInteraction, pageId } from '#store/interactions/sendInteraction.ts'
import { messageErrors } from '#store/pending/messageErrors.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { toShortcutMenuGroups } from '#apps/shortcutMenuGroups.tsx'
import styles from './Message.module.css'

/** The menu of the apps' shortcuts for a message. */
export function MessageShortcuts({ channel, message: { ts } }: { channel: string; message: ViewerMessage }) {
  const shortcuts = useWorkspace((state) => state.shortcuts)
  const users = useWorkspace((state) => state.users)
  const own = shortcuts.filter(({ type }) => type === 'message')
  if (own.length === 0) return null

  async function use(app: string, callback: string) {
    messageErrors.set(channel, ts, undefined)
    const answer = await sendInteraction('shortcut', { app_id: app, callback_id: callback, channel, ts, page: pageId })
    if (!answer.ok) messageErrors.set(channel, ts, answer.detail)
  }

  return (
    <Menu
      label="Message shortcuts"
      groups={toShortcutMenuGroups(own, users, (app, callback) => void use(app, callback))}
      align="end"
      button={(props) => (
        <button
          {...props}
          type="button"
          className={styles['action']}
          aria-label="Message shortcuts"
          title="Message shortcuts"
        >
          <MoreIcon />
        </button>
      )}
    />
  )
}
