import type { ViewerMessage } from 'rivulet/feedProtocol'
import { fetchUntilLoaded } from '#ui/lazy/fetchUntilLoaded.ts'
import { markUnread } from '#store/client/markUnread.ts'
import { EditIcon, MoreIcon, PinIcon, TrashIcon, UnreadIcon } from '#ui/icons.tsx'
import { withKeys } from '#keys/shortcuts.ts'
import { Menu } from '#ui/menu/Menu.tsx'
import { useCanReact } from '#reactions/Reactions.tsx'
import { sendInteraction, pageId } from '#store/interactions/sendInteraction.ts'
import { messageErrors } from '#store/pending/messageErrors.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { toShortcutMenuGroups } from '#apps/shortcutMenuGroups.tsx'
import styles from '#messages/message/Message.module.css'

type Props = {
  channel: string
  message: ViewerMessage
  /** Begins to edit the message, if it is the person's own. */
  onEdit: (() => void) | undefined
}

/** The menu of a message: pinning it, changing and deleting one's own, and the apps' shortcuts for it. */
export function MessageMenu({ channel, message, onEdit }: Props) {
  const shortcuts = useWorkspace((state) => state.shortcuts)
  const users = useWorkspace((state) => state.users)
  const canReact = useCanReact(channel)
  const canPin = canReact && !message.notice && !message.ephemeral
  const { ts } = message
  const own = shortcuts.filter(({ type }) => type === 'message')
  if (own.length === 0 && !canPin && !onEdit) return null

  async function use(app: string, callback: string) {
    messageErrors.set(channel, ts, undefined)
    const answer = await sendInteraction('shortcut', { app_id: app, callback_id: callback, channel, ts, page: pageId })
    if (!answer.ok) messageErrors.set(channel, ts, answer.detail)
  }

  const pin = {
    key: 'pin',
    shortcut: 'pin' as const,
    label: message.pinned ? 'Unpin from this conversation' : 'Pin to this conversation',
    icon: <PinIcon />,
    onSelect: () =>
      void fetchUntilLoaded(() => import('#pins/togglePin.ts')).then(({ togglePin }) => togglePin(channel, message)),
  }
  const unread = {
    key: 'unread',
    shortcut: 'unread' as const,
    label: 'Mark unread from here',
    icon: <UnreadIcon />,
    onSelect: () => void markUnread(channel, ts),
  }
  const change = onEdit && [
    { key: 'edit', shortcut: 'edit' as const, label: 'Edit message', icon: <EditIcon />, onSelect: onEdit },
    {
      key: 'delete',
      shortcut: 'remove' as const,
      label: 'Delete message…',
      icon: <TrashIcon />,
      onSelect: () =>
        void fetchUntilLoaded(() => import('#messages/editing/deleteOwnMessage.ts')).then(({ deleteOwnMessage }) =>
          deleteOwnMessage(channel, ts),
        ),
    },
  ]
  return (
    <Menu
      label="More actions"
      groups={[
        ...(canPin ? [{ items: [pin, unread] }] : []),
        ...(change ? [{ items: change }] : []),
        ...toShortcutMenuGroups(own, users, (app, callback) => void use(app, callback)),
      ]}
      align="end"
      button={(props) => (
        <button
          {...props}
          type="button"
          className={styles['action']}
          aria-label="More actions"
          title={withKeys('More actions', 'more')}
          data-shortcut="more"
        >
          <MoreIcon />
        </button>
      )}
    />
  )
}
