import type { ViewerChannel } from 'rivulet/feedProtocol'
import { useEffect, useRef } from 'react'
import { BrowseChannels } from '#channels/browse/BrowseChannels.tsx'
import { CreateChannel } from '#channels/create/CreateChannel.tsx'
import { ChannelDetails } from '#channels/details/ChannelDetails.tsx'
import { StartMessage } from '#channels/start/StartMessage.tsx'
import { ChannelIcon } from '#ui/ChannelIcon.tsx'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { DateForm } from '#messages/list/DateForm.tsx'
import { EditBookmarks } from '#bookmarks/EditBookmarks.tsx'
import { NotificationSettings } from '#notifications/NotificationSettings.tsx'
import { PinnedMessages } from '#pins/PinnedMessages.tsx'
import { ScheduledMessages } from '#schedule/ScheduledMessages.tsx'
import { TimeForm } from '#schedule/TimeForm.tsx'
import { CloseButton } from '#ui/IconButton.tsx'
import { openChannelDialog, type OpenDialog } from './openDialog.ts'
import styles from './ChannelDialog.module.css'

/** The dialog element. The browser keeps the focus inside, and returns it when the dialog closes. */
export function ChannelDialog({ open }: { open: OpenDialog }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const channelId = 'channel' in open ? open.channel : undefined
  const channel = useWorkspace((state) => (channelId === undefined ? undefined : state.channels[channelId]))
  const isGone = channelId !== undefined && !channel
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => dialog.current?.querySelector<HTMLElement>('[data-first]')?.focus(), [open.kind])
  useEffect(() => {
    if (isGone) dialog.current?.close()
  }, [isGone])
  const close = () => dialog.current?.close()
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby="dialog-title"
      onClose={() => openChannelDialog({ kind: 'none' })}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div className={styles['head']}>
        <h2 className={styles['title']} id="dialog-title">
          {open.kind === 'details' && channel ? <ChannelName channel={channel} /> : titles[open.kind]}
        </h2>
        <CloseButton onClick={close} />
      </div>
      {open.kind === 'create' && <CreateChannel close={close} />}
      {open.kind === 'message' && <StartMessage close={close} />}
      {open.kind === 'browse' && <BrowseChannels close={close} />}
      {open.kind === 'scheduled' && <ScheduledMessages />}
      {open.kind === 'notifications' && <NotificationSettings />}
      {open.kind === 'schedule' && <TimeForm at={open.at} button="Send" onChoose={open.onChoose} close={close} />}
      {channel && open.kind === 'pins' && <PinnedMessages channel={channel.id} close={close} />}
      {channel && open.kind === 'date' && <DateForm channel={channel.id} at={open.at} close={close} />}
      {channel && open.kind === 'bookmarks' && <EditBookmarks channel={channel.id} />}
      {channel && open.kind === 'details' && <ChannelDetails key={channel.id} channel={channel} close={close} />}
    </dialog>
  )
}

const titles: Record<OpenDialog['kind'], string> = {
  none: '',
  browse: 'Channels',
  create: 'New channel',
  message: 'New message',
  details: 'Channel',
  pins: 'Pinned messages',
  bookmarks: 'Bookmarks',
  date: 'Jump to a date',
  scheduled: 'Scheduled',
  schedule: 'Schedule for later',
  notifications: 'Notifications',
}

function ChannelName({ channel }: { channel: ViewerChannel }) {
  return (
    <>
      <span className={styles['icon']}>
        <ChannelIcon kind={channel.kind} size={16} />
      </span>
      {channel.name}
      {channel.archived && <span className={styles['tag']}>Archived</span>}
    </>
  )
}
