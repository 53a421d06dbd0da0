import type { ViewerMessage } from 'rivulet/feedProtocol'
import { MoreIcon } from '#app/icons.tsx'
import { Menu } from '#app/Menu.tsx'
import { act, page } from '#store/act.ts'
import { tellTrouble } from '#store/troubles.ts'
import { useWorkspace } from '#store/workspace.ts'
import { shortcutGroups } from '#views/shortcutGroups.tsx'
import styles from './Message.module.css'

/** What apps offer to do with a message. */
export function MessageShortcuts({ channel, message: { ts } }: { channel: string; message: ViewerMessage }) {
  const shortcuts = useWorkspace((state) => state.shortcuts)
  const users = useWorkspace((state) => state.users)
  const own = shortcuts.filter(({ type }) => type === 'message')
  if (own.length === 0) return null

  async function use(app: string, callback: string) {
    tellTrouble(channel, ts, undefined)
    const answer = await act('shortcut', { app_id: app, callback_id: callback, channel, ts, page })
    if (!answer.ok) tellTrouble(channel, ts, answer.detail)
  }

  return (
    <Menu
      label="Message shortcuts"
      groups={shortcutGroups(own, users, (app, callback) => void use(app, callback))}
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
