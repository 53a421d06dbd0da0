import type { ViewerChannel } from 'rivulet/feedProtocol'
import type { ReactNode } from 'react'
import { JumpIcon, PeopleIcon, PlusIcon, SearchIcon } from '#ui/icons.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { Logo } from '#ui/Logo.tsx'
import { openSearch } from '#search/searchState.ts'
import { ariaKeys, formatKeys, withKeys } from '#keys/shortcuts.ts'
import { openSwitcher } from '#switcher/switcherState.ts'
import { useRoute } from '#routing/route.ts'
import { openChannelDialog } from '#channels/dialogs/openDialog.ts'
import { showPeople } from '#people/openPeople.ts'
import { useWorkspace, type Workspace } from '#store/workspace/workspace.ts'
import { ActivityLink } from './ActivityLink.tsx'
import { ChannelLink } from './ChannelLink.tsx'
import { listNewApps, NewApps } from './NewApps.tsx'
import { compareByTitle, isClosed, isDirectWithApp, isNamedChannel } from '#names/channelTitle.ts'
import styles from './Sidebar.module.css'

const Account = lazyComponent(
  async () => (await import('./Account.tsx')).Account,
  () => <div className={styles['foot']} />,
)
const KeptLinks = lazyComponent(async () => (await import('./KeptLinks.tsx')).KeptLinks)

/** The list of the channels and direct messages that the person is in. */
export function Sidebar() {
  const state = useWorkspace((all) => all)
  const currentChannel = useRoute().channel
  const { channels, apps, directMessages } = listSidebarChannels(state, currentChannel)
  const newApps = listNewApps(state)
  return (
    <nav className={styles['sidebar']} aria-label="Conversations" data-region="sidebar">
      <div className={styles['head']}>
        <Logo size={22} className={styles['logo']} />
        <h1 className={styles['team']}>{state.team.name}</h1>
        <button
          type="button"
          className={styles['search']}
          aria-label="Search messages"
          title={withKeys('Search messages', 'search')}
          aria-keyshortcuts={ariaKeys('search')}
          onClick={() => openSearch()}
        >
          <SearchIcon />
        </button>
      </div>
      <button type="button" className={styles['jump']} onClick={openSwitcher} aria-keyshortcuts={ariaKeys('switcher')}>
        <JumpIcon size={14} />
        Jump to
        <kbd>{formatKeys('switcher')}</kbd>
      </button>
      <div className={styles['scroll']}>
        <div className={styles['group']}>
          <ActivityLink state={state} />
          <KeptLinks />
        </div>
        <ChannelGroup title="Channels" channels={channels} state={state} currentChannel={currentChannel}>
          <HeadButton label="Find or create a channel" onClick={() => openChannelDialog({ kind: 'browse' })}>
            <PlusIcon size={14} />
          </HeadButton>
        </ChannelGroup>
        {apps.length + newApps.length > 0 && (
          <ChannelGroup
            title="Apps"
            channels={apps}
            state={state}
            currentChannel={currentChannel}
            more={<NewApps apps={newApps} />}
          />
        )}
        <ChannelGroup
          title="Direct messages"
          channels={directMessages}
          state={state}
          currentChannel={currentChannel}
          more={directMessages.length === 0 && <FirstMessage />}
        >
          <HeadButton label="People and groups" onClick={() => showPeople({ kind: 'list' })}>
            <PeopleIcon size={14} />
          </HeadButton>
          <HeadButton label="New direct message" onClick={() => openChannelDialog({ kind: 'message' })}>
            <PlusIcon size={14} />
          </HeadButton>
        </ChannelGroup>
      </div>
      <Account />
    </nav>
  )
}

type GroupProps = {
  title: string
  channels: readonly ViewerChannel[]
  state: Workspace
  currentChannel: string | undefined
  /** Buttons next to the title. */
  children?: ReactNode
  /** Shown at the end of the list. */
  more?: ReactNode
}

function ChannelGroup({ title, channels, state, currentChannel, children, more }: GroupProps) {
  const isHome = useRoute().tab !== undefined
  return (
    <section className={styles['group']}>
      <div className={styles['groupHead']}>
        <h2 className={styles['title']}>{title}</h2>
        <span className={styles['headButtons']}>{children}</span>
      </div>
      <ul>
        {channels.map((channel) => (
          <li key={channel.id}>
            <ChannelLink
              channel={channel}
              state={state}
              current={channel.id === currentChannel}
              // What is on the page is being read, but not on the Home or About tab of an app.
              isRead={channel.id === currentChannel && !isHome && !state.keptUnread[channel.id]}
            />
          </li>
        ))}
        {more}
      </ul>
    </section>
  )
}

function HeadButton({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className={styles['add']}
      aria-label={label}
      title={label}
      aria-haspopup="dialog"
      onClick={onClick}
    >
      {children}
    </button>
  )
}

/** Stands in the list of direct messages as long as there is none. */
function FirstMessage() {
  return (
    <li>
      <button
        type="button"
        className={styles['link']}
        aria-haspopup="dialog"
        onClick={() => openChannelDialog({ kind: 'message' })}
      >
        <span className={styles['icon']}>
          <PlusIcon size={14} />
        </span>
        <span className={styles['name']}>Write to somebody</span>
      </button>
    </li>
  )
}

/** The channels that the person is a member of and has not closed, and the one that is shown. */
function listSidebarChannels(state: Workspace, currentChannel: string | undefined) {
  const all = Object.values(state.channels).filter(
    (channel) => channel.id === currentChannel || (channel.member && !channel.archived && !isClosed(channel)),
  )
  const order = compareByTitle(state)
  const named = all.filter(isNamedChannel)
  const direct = all.filter((channel) => channel.kind === 'im' || channel.kind === 'mpim')
  return {
    channels: named.toSorted((a, b) => Number(b.general) - Number(a.general) || order(a, b)),
    apps: direct.filter((channel) => isDirectWithApp(channel, state)).toSorted(order),
    directMessages: direct.filter((channel) => !isDirectWithApp(channel, state)).toSorted(order),
  }
}
