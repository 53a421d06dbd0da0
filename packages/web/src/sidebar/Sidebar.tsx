import type { ViewerChannel } from 'rivulet/feedProtocol'
import type { ReactNode } from 'react'
import { ChannelIcon } from '#ui/ChannelIcon.tsx'
import { PlusIcon, SearchIcon } from '#ui/icons.tsx'
import { Logo } from '#ui/Logo.tsx'
import { openSwitcher } from '#switcher/switcherState.ts'
import { navigate, toPath, useRoute } from '#routing/route.ts'
import { openChannelDialog } from '#channels/dialogs/openDialog.ts'
import { AppBadge } from '#messages/authors/AppBadge.tsx'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { maxUnread } from '#store/workspace/unread.ts'
import { useWorkspace, type Workspace } from '#store/workspace/workspace.ts'
import { Account } from './Account.tsx'
import { compareByTitle, isDirectWithApp, isNamedChannel, directPartnerOf, channelTitle } from '#names/channelTitle.ts'
import styles from './Sidebar.module.css'

const metaKey = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '') ? '⌘' : 'Ctrl '

/** The list of the channels and direct messages that the person is in. */
export function Sidebar() {
  const state = useWorkspace((all) => all)
  const currentChannel = useRoute().channel
  const { channels, directMessages } = listSidebarChannels(state, currentChannel)
  return (
    <nav className={styles['sidebar']} aria-label="Conversations" data-region="sidebar">
      <div className={styles['head']}>
        <Logo size={22} className={styles['logo']} />
        <h1 className={styles['team']}>{state.team.name}</h1>
      </div>
      <button type="button" className={styles['jump']} onClick={openSwitcher} aria-keyshortcuts="Control+K Meta+K">
        <SearchIcon size={14} />
        Jump to
        <kbd>{metaKey}K</kbd>
      </button>
      <div className={styles['scroll']}>
        <ChannelGroup title="Channels" channels={channels} state={state} currentChannel={currentChannel}>
          <button
            type="button"
            className={styles['add']}
            aria-label="Find or create a channel"
            title="Find or create a channel"
            aria-haspopup="dialog"
            onClick={() => openChannelDialog({ kind: 'browse' })}
          >
            <PlusIcon size={14} />
          </button>
        </ChannelGroup>
        {directMessages.length > 0 && (
          <ChannelGroup
            title="Direct messages"
            channels={directMessages}
            state={state}
            currentChannel={currentChannel}
          />
        )}
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
  /** Shown next to the title. */
  children?: ReactNode
}

function ChannelGroup({ title, channels, state, currentChannel, children }: GroupProps) {
  return (
    <section className={styles['group']}>
      <div className={styles['groupHead']}>
        <h2 className={styles['title']}>{title}</h2>
        {children}
      </div>
      <ul>
        {channels.map((channel) => (
          <li key={channel.id}>
            <ChannelLink
              channel={channel}
              state={state}
              current={channel.id === currentChannel}
              unread={channel.id === currentChannel ? 0 : channel.unread.length}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

type LinkProps = { channel: ViewerChannel; state: Workspace; current: boolean; unread: number }

function ChannelLink({ channel, state, current, unread }: LinkProps) {
  const title = channelTitle(channel, state)
  const partner = directPartnerOf(channel, state)
  return (
    <a
      className={styles['link']}
      href={toPath({ channel: channel.id })}
      aria-label={title}
      aria-description={
        [partner?.app_id && 'app', unread > 0 && `${formatUnread(unread)} unread`].filter(Boolean).join(', ') ||
        undefined
      }
      aria-current={current ? 'page' : undefined}
      data-unread={unread > 0 || undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        navigate({ channel: channel.id })
      }}
    >
      <span className={styles['icon']}>
        {partner ? (
          <Avatar id={partner.id} label={partner.label} app={partner.app_id !== undefined} size={20} />
        ) : (
          <ChannelIcon kind={channel.kind} />
        )}
      </span>
      <span className={styles['name']}>{title}</span>
      {partner?.app_id && <AppBadge decorative />}
      {partner?.id === state.you && <span className={styles['you']} data-drawn="you" />}
      {unread > 0 && (
        <span
          className={styles['unread']}
          data-direct={partner !== undefined || undefined}
          data-drawn={formatUnread(unread)}
        />
      )}
    </a>
  )
}

function formatUnread(unread: number): string {
  return unread < maxUnread ? String(unread) : `${maxUnread - 1}+`
}

/** The channels that the person is a member of, and the one that is shown. */
function listSidebarChannels(state: Workspace, currentChannel: string | undefined) {
  const all = Object.values(state.channels).filter(
    (channel) => channel.id === currentChannel || (channel.member && !channel.archived),
  )
  const order = compareByTitle(state)
  const named = all.filter(isNamedChannel)
  const direct = all.filter((channel) => channel.kind === 'im' || channel.kind === 'mpim')
  const appsFirst = (a: ViewerChannel, b: ViewerChannel) =>
    Number(isDirectWithApp(b, state)) - Number(isDirectWithApp(a, state)) || order(a, b)
  return {
    channels: named.toSorted((a, b) => Number(b.general) - Number(a.general) || order(a, b)),
    directMessages: direct.toSorted(appsFirst),
  }
}
