import type { ViewerChannel } from 'rivulet/feedProtocol'
import { BackIcon, PeopleIcon, PlusIcon } from '#ui/icons.tsx'
import { navigate } from '#routing/route.ts'
import { AppBadge } from '#messages/authors/AppBadge.tsx'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { directPartnerOf, channelTitle, isNamedChannel } from '#names/channelTitle.ts'
import { ChannelIcon } from '#ui/ChannelIcon.tsx'
import { startAssistantThread } from '#store/client/pageClient.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { AppTabs, type AppTab } from '#apps/AppTabs.tsx'
import { openChannelDialog } from '#channels/dialogs/openDialog.ts'
import styles from './ChannelHeader.module.css'

/** The title above the messages, with a button for the channel's details, or the tabs of an app. */
export function ChannelHeader({ channel, tab = 'messages' }: { channel: ViewerChannel; tab?: AppTab }) {
  const users = useWorkspace((state) => state.users)
  const you = useWorkspace((state) => state.you)
  const partner = directPartnerOf(channel, { users, you })
  const title = channelTitle(channel, { users, you })
  const app = partner?.app_id === undefined ? undefined : partner
  const about = channel.topic || (partner && partner.real_name !== partner.label && partner.real_name)
  return (
    <header className={styles['header']} data-tabs={app ? true : undefined}>
      <button type="button" className={styles['back']} aria-label="Back to conversations" onClick={() => navigate({})}>
        <BackIcon size={20} />
      </button>
      <span className={styles['sign']}>
        {partner ? (
          <Avatar id={partner.id} label={partner.label} app={partner.app_id !== undefined} size={24} />
        ) : (
          <ChannelIcon kind={channel.kind} size={18} />
        )}
      </span>
      <h1 className={styles['title']}>{title}</h1>
      {app && <AppBadge />}
      {channel.archived && <span className={styles['tag']}>Archived</span>}
      {app ? (
        <AppTabs app={app} channel={channel.id} current={tab} />
      ) : (
        about && <p className={styles['about']}>{about}</p>
      )}
      {tab === 'messages' && partner?.converses && (
        <button type="button" className={styles['more']} onClick={() => startAssistantThread(channel.id)}>
          <PlusIcon />
          <span className={styles['words']}>New conversation</span>
        </button>
      )}
      {isNamedChannel(channel) && (
        <button
          type="button"
          className={styles['more']}
          aria-haspopup="dialog"
          aria-label={`About ${title}, ${channel.members.length} ${channel.members.length === 1 ? 'member' : 'members'}`}
          title="Members and topic"
          onClick={() => openChannelDialog({ kind: 'details', channel: channel.id })}
        >
          <PeopleIcon />
          {channel.members.length}
        </button>
      )}
    </header>
  )
}
