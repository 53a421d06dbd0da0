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
import { ForwardForm } from '#forward/ForwardForm.tsx'
import { LaterList } from '#later/LaterList.tsx'
import { RemindForm } from '#later/RemindForm.tsx'
import { MessageVersions } from '#messages/versions/MessageVersions.tsx'
import { NotificationSettings } from '#notifications/NotificationSettings.tsx'
import { PinnedMessages } from '#pins/PinnedMessages.tsx'
import { ArrangeSidebar } from '#sidebar/arranged/ArrangeSidebar.tsx'
import { SectionForm } from '#sidebar/arranged/SectionForm.tsx'
import { ScheduledMessages } from '#schedule/ScheduledMessages.tsx'
import { TimeForm } from '#schedule/TimeForm.tsx'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { t } from '#words/t.ts'
import { openChannelDialog, type OpenDialog } from './openDialog.ts'
import styles from './ChannelDialog.module.css'

/** What is done with channels and messages above the page. */
export function ChannelDialog({ open }: { open: OpenDialog }) {
  const channelId = 'channel' in open ? open.channel : undefined
  const channel = useWorkspace((state) => (channelId === undefined ? undefined : state.channels[channelId]))
  const isGone = channelId !== undefined && !channel
  return (
    <TitledDialog
      title={
        open.kind === 'details' && channel ? (
          <ChannelName channel={channel} />
        ) : open.kind === 'section' && !open.section ? (
          t('New section')
        ) : (
          titles[open.kind]
        )
      }
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
          {open.kind === 'section' && <SectionForm id={open.section} holds={open.holds} onDone={close} />}
          {open.kind === 'drafts' && <DraftList close={close} />}
          {open.kind === 'later' && <LaterList close={close} />}
          {open.kind === 'forward' && <ForwardForm channel={open.channel} ts={open.ts} close={close} />}
          {open.kind === 'remind' && <RemindForm channel={open.channel} ts={open.ts} close={close} />}
          {open.kind === 'versions' && <MessageVersions channel={open.channel} ts={open.ts} />}
          {open.kind === 'scheduled' && <ScheduledMessages />}
          {open.kind === 'notifications' && <NotificationSettings />}
          {open.kind === 'schedule' && (
            <TimeForm at={open.at} button={t('Send')} onChoose={open.onChoose} close={close} />
          )}
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
  browse: t('Channels'),
  create: t('New channel'),
  message: t('New message'),
  details: t('Channel'),
  pins: t('Pinned messages'),
  bookmarks: t('Bookmarks'),
  date: t('Jump to a date'),
  sidebar: t('Arrange the sidebar'),
  section: t('Section'),
  drafts: t('Drafts'),
  later: t('Later'),
  remind: t('Remind me'),
  forward: t('Forward message'),
  versions: t('Versions of this message'),
  scheduled: t('Scheduled'),
  schedule: t('Schedule for later'),
  notifications: t('Notifications'),
}

function ChannelName({ channel }: { channel: ViewerChannel }) {
  return (
    <>
      <span className={styles['icon']}>
        <ChannelIcon kind={channel.kind} size={16} />
      </span>
      {channel.name}
      {channel.archived && <span className={styles['tag']}>{t('Archived')}</span>}
    </>
  )
}
