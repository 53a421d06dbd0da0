import type { ViewerChannel } from 'rivulet/feedProtocol'
import { BrowseChannels } from '#channels/browse/BrowseChannels.tsx'
import { CreateChannel } from '#channels/create/CreateChannel.tsx'
import { ChannelDetails } from '#channels/details/ChannelDetails.tsx'
import { StartMessage } from '#channels/start/StartMessage.tsx'
import { ChannelIcon } from '#ui/ChannelIcon.tsx'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { DateForm } from '#messages/list/DateForm.tsx'
import { DraftList } from '#drafts/DraftList.tsx'
import { EditBookmarks } from '#bookmarks/EditBookmarks.tsx'
import { NotificationSettings } from '#notifications/NotificationSettings.tsx'
import { PinnedMessages } from '#pins/PinnedMessages.tsx'
import { ArrangeSidebar } from '#sidebar/arranged/ArrangeSidebar.tsx'
import { ScheduledMessages } from '#schedule/ScheduledMessages.tsx'
import { TimeForm } from '#schedule/TimeForm.tsx'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { openChannelDialog, type OpenDialog } from './openDialog.ts'
import styles from './ChannelDialog.module.css'

/** What is done with channels and messages above the page. */
export function ChannelDialog({ open }: { open: OpenDialog }) {
  const channelId = 'channel' in open ? open.channel : undefined
  const channel = useWorkspace((state) => (channelId === undefined ? undefined : state.channels[channelId]))
  const isGone = channelId !== undefined && !channel
  return (
    <TitledDialog
      title={open.kind === 'details' && channel ? <ChannelName channel={channel} /> : titles[open.kind]}
      shown={open.kind}
      isOver={isGone}
      onClose={() => openChannelDialog({ kind: 'none' })}
    >
      {(close) => (
        <>
          {open.kind === 'create' && <CreateChannel close={close} />}
          {open.kind === 'message' && <StartMessage close={close} />}
          {open.kind === 'browse' && <BrowseChannels close={close} />}
          {open.kind === 'sidebar' && <ArrangeSidebar />}
          {open.kind === 'drafts' && <DraftList close={close} />}
          {open.kind === 'scheduled' && <ScheduledMessages />}
          {open.kind === 'notifications' && <NotificationSettings />}
          {open.kind === 'schedule' && <TimeForm at={open.at} button="Send" onChoose={open.onChoose} close={close} />}
          {channel && open.kind === 'pins' && <PinnedMessages channel={channel.id} close={close} />}
          {channel && open.kind === 'date' && <DateForm channel={channel.id} at={open.at} close={close} />}
          {channel && open.kind === 'bookmarks' && <EditBookmarks channel={channel.id} />}
          {channel && open.kind === 'details' && <ChannelDetails key={channel.id} channel={channel} close={close} />}
        </>
      )}
    </TitledDialog>
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
  sidebar: 'Arrange the sidebar',
  drafts: 'Drafts',
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
