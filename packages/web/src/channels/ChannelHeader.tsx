import type { ViewerChannel } from 'rivulet/feedProtocol'
import { BackIcon, PeopleIcon, PlusIcon } from '#app/icons.tsx'
import { goTo } from '#app/place.ts'
import { AppBadge } from '#messages/AppBadge.tsx'
import { Avatar } from '#messages/Avatar.tsx'
import { partnerOf, titleOf } from '#sidebar/names.ts'
import { ChannelSign } from '#sidebar/Sidebar.tsx'
import { converse } from '#store/looking.ts'
import { useWorkspace } from '#store/workspace.ts'
import { AppTabs, type Tab } from '#views/AppTabs.tsx'
import { openDialog } from './dialogs.ts'
import styles from './ChannelHeader.module.css'

/** What stands above a conversation: whom or what it is with. A channel's leads to more about it. */
export function ChannelHeader({ channel, tab = 'messages' }: { channel: ViewerChannel; tab?: Tab }) {
  const users = useWorkspace((state) => state.users)
  const you = useWorkspace((state) => state.you)
  const partner = partnerOf(channel, { users, you })
  const title = titleOf(channel, { users, you })
  const room = channel.kind === 'public' || channel.kind === 'private'
  const app = partner?.app_id === undefined ? undefined : partner
  const about = channel.topic || (partner && partner.real_name !== partner.label && partner.real_name)
  const more = () => openDialog({ kind: 'details', channel: channel.id })
  return (
    <header className={styles['header']} data-tabs={app ? true : undefined}>
      <button type="button" className={styles['back']} aria-label="Back to conversations" onClick={() => goTo({})}>
        <BackIcon size={20} />
      </button>
      <span className={styles['sign']}>
        {partner ? (
          <Avatar id={partner.id} label={partner.label} app={partner.app_id !== undefined} size={24} />
        ) : (
          <ChannelSign kind={channel.kind} size={18} />
        )}
      </span>
      <h1 className={styles['title']}>{title}</h1>
      {app && <AppBadge />}
      {channel.archived && <span className={styles['tag']}>Archived</span>}
      {app ? <AppTabs app={app} channel={channel.id} at={tab} /> : about && <p className={styles['about']}>{about}</p>}
      {tab === 'messages' && partner?.converses && (
        <button type="button" className={styles['more']} onClick={() => converse(channel.id)}>
          <PlusIcon />
          <span className={styles['words']}>New conversation</span>
        </button>
      )}
      {room && (
        <button
          type="button"
          className={styles['more']}
          aria-haspopup="dialog"
          aria-label={`About ${title}, ${channel.members.length} ${channel.members.length === 1 ? 'member' : 'members'}`}
          title="Members and topic"
          onClick={more}
        >
          <PeopleIcon />
          {channel.members.length}
        </button>
      )}
    </header>
  )
}
