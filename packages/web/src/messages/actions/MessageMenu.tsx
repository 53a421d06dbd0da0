import type { ViewerMessage } from 'rivulet/feedProtocol'
import { toggleSaved } from '#later/saveMessage.ts'
import { deleteOwnMessage } from '#messages/editing/deleteOwnMessage.ts'
import { togglePin } from '#pins/togglePin.ts'
import { openChannelDialog } from '#channels/dialogs/openDialog.ts'
import { ForwardIcon } from '#forward/ForwardIcon.tsx'
import { quoteMessage } from '#composer/quoteMessage.ts'
import { QuoteIcon } from '#forward/QuoteIcon.tsx'
import { LaterIcon } from '#later/LaterIcon.tsx'
import { markUnread } from '#store/client/markUnread.ts'
import { MoreIcon, PinIcon, TrashIcon } from '#ui/icons.tsx'
import { ClockIcon, EditIcon, UnreadIcon } from '#ui/lateIcons.tsx'
import { ariaKeys } from '#keys/shortcuts.ts'
import { Menu } from '#ui/menu/Menu.tsx'
import { useCanReact } from '#reactions/Reactions.tsx'
import { sendInteraction, pageId } from '#store/interactions/sendInteraction.ts'
import { messageErrors } from '#store/pending/messageErrors.ts'
import { threadKey, useWorkspace } from '#store/workspace/workspace.ts'
import { toShortcutMenuGroups } from '#apps/shortcutMenuGroups.tsx'
import styles from '#messages/message/Message.module.css'
import { t } from '#words/t.ts'

type Props = {
  channel: string
  message: ViewerMessage
  /** Begins to edit the message, if it is the person's own. */
  onEdit: (() => void) | undefined
}

/** The menu of a message: keeping it for later, pinning it, changing and deleting one's own, and the apps' shortcuts for it. */
export function MessageMenu({ channel, message, onEdit }: Props) {
  const shortcuts = useWorkspace((state) => state.shortcuts)
  const users = useWorkspace((state) => state.users)
  const canReact = useCanReact(channel)
  const canPin = canReact && !message.notice && !message.ephemeral
  const { ts } = message
  const isSaved = useWorkspace((state) => state.saved[threadKey(channel, ts)] !== undefined)
  const canSave = !message.notice && !message.ephemeral
  const own = shortcuts.filter(({ type }) => type === 'message')
  if (own.length === 0 && !canSave && !onEdit) return null

  async function use(app: string, callback: string) {
    messageErrors.set(channel, ts, undefined)
    const answer = await sendInteraction('shortcut', { app_id: app, callback_id: callback, channel, ts, page: pageId })
    if (!answer.ok) messageErrors.set(channel, ts, answer.detail)
  }

  const pin = {
    key: 'pin',
    shortcut: 'pin' as const,
    label: message.pinned ? t('Unpin from this conversation') : t('Pin to this conversation'),
    icon: <PinIcon />,
    onSelect: () => togglePin(channel, message),
  }
  const unread = {
    key: 'unread',
    shortcut: 'unread' as const,
    label: t('Mark unread from here'),
    icon: <UnreadIcon />,
    onSelect: () => void markUnread(channel, ts),
  }
  const later = [
    {
      key: 'save',
      shortcut: 'save' as const,
      label: isSaved ? t('Remove from Later') : t('Save for later'),
      icon: <LaterIcon />,
      onSelect: () => toggleSaved(channel, ts),
    },
    {
      key: 'remind',
      shortcut: 'remind' as const,
      label: t('Remind me…'),
      icon: <ClockIcon />,
      onSelect: () => openChannelDialog({ kind: 'remind', channel, ts }),
    },
  ]
  const forward = {
    key: 'forward',
    shortcut: 'forward' as const,
    label: t('Forward…'),
    icon: <ForwardIcon />,
    onSelect: () => openChannelDialog({ kind: 'forward', channel, ts }),
  }
  const quote = {
    key: 'quote',
    shortcut: 'quote' as const,
    label: t('Quote'),
    icon: <QuoteIcon />,
    onSelect: () => {
      const near = document.activeElement
      // The menu gives the focus back to its button first.
      requestAnimationFrame(() => quoteMessage(message, near))
    },
  }
  const canForward = canSave && message.streaming_state !== 'in_progress'
  const change = onEdit && [
    { key: 'edit', shortcut: 'edit' as const, label: t('Edit message'), icon: <EditIcon />, onSelect: onEdit },
    {
      key: 'delete',
      shortcut: 'remove' as const,
      label: t('Delete message…'),
      icon: <TrashIcon />,
      onSelect: () => deleteOwnMessage(channel, ts),
    },
  ]
  return (
    <Menu
      label={t('More actions')}
      groups={[
        ...(canSave
          ? [{ items: [...later, ...(canForward ? [quote, forward] : []), ...(canPin ? [pin, unread] : [])] }]
          : []),
        ...(change ? [{ items: change }] : []),
        ...toShortcutMenuGroups(own, users, (app, callback) => void use(app, callback)),
      ]}
      align="end"
      button={(props) => (
        <button
          {...props}
          type="button"
          className={styles['action']}
          aria-label={t('More actions')}
          data-tip=""
          aria-keyshortcuts={ariaKeys('more')}
          data-shortcut="more"
        >
          <MoreIcon />
        </button>
      )}
    />
  )
}
