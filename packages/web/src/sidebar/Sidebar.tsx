import type { ViewerChannel } from 'rivulet/feedProtocol'
import { HashIcon, LockIcon, PeopleIcon, SearchIcon } from '#app/icons.tsx'
import { Mark } from '#app/Mark.tsx'
import { openSwitcher } from '#app/switching.ts'
import { goTo, pathOf, usePlace } from '#app/place.ts'
import { AppBadge } from '#messages/AppBadge.tsx'
import { Avatar } from '#messages/Avatar.tsx'
import { isUnread, useRead } from '#store/reading.ts'
import { useWorkspace, type Workspace } from '#store/workspace.ts'
import { Account } from './Account.tsx'
import { byTitle, isAppDirect, partnerOf, titleOf } from './names.ts'
import styles from './Sidebar.module.css'

const metaKey = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '') ? '⌘' : 'Ctrl '

export function Sidebar() {
  const state = useWorkspace((all) => all)
  const { channels, directs } = sorted(state)
  return (
    <nav className={styles['sidebar']} aria-label="Conversations" data-region="sidebar">
      <div className={styles['head']}>
        <Mark size={22} className={styles['mark']} />
        <h1 className={styles['team']}>{state.team.name}</h1>
      </div>
      <button type="button" className={styles['jump']} onClick={openSwitcher} aria-keyshortcuts="Control+K Meta+K">
        <SearchIcon size={14} />
        Jump to
        <kbd>{metaKey}K</kbd>
      </button>
      <div className={styles['scroll']}>
        <Group title="Channels" channels={channels} state={state} />
        <Group title="Direct messages" channels={directs} state={state} />
      </div>
      <Account />
    </nav>
  )
}

function Group({ title, channels, state }: { title: string; channels: readonly ViewerChannel[]; state: Workspace }) {
  const here = usePlace().channel
  const read = useRead()
  if (channels.length === 0) return null
  return (
    <section className={styles['group']}>
      <h2 className={styles['title']}>{title}</h2>
      <ul>
        {channels.map((channel) => (
          <li key={channel.id}>
            <Entry
              channel={channel}
              state={state}
              here={channel.id === here}
              unread={channel.id !== here && isUnread(state, read, channel.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

type EntryProps = { channel: ViewerChannel; state: Workspace; here: boolean; unread: boolean }

function Entry({ channel, state, here, unread }: EntryProps) {
  const title = titleOf(channel, state)
  const partner = partnerOf(channel, state)
  return (
    <a
      className={styles['entry']}
      href={pathOf({ channel: channel.id })}
      aria-label={title}
      aria-description={[partner?.app_id && 'app', unread && 'unread'].filter(Boolean).join(', ') || undefined}
      aria-current={here ? 'page' : undefined}
      data-unread={unread || undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        goTo({ channel: channel.id })
      }}
    >
      <span className={styles['sign']}>
        {partner ? (
          <Avatar id={partner.id} label={partner.label} app={partner.app_id !== undefined} size={20} />
        ) : (
          <ChannelSign kind={channel.kind} />
        )}
      </span>
      <span className={styles['name']}>{title}</span>
      {partner?.app_id && <AppBadge drawn />}
      {partner?.id === state.you && <span className={styles['you']} data-drawn="you" />}
      {unread && <span className={styles['dot']} aria-hidden="true" />}
    </a>
  )
}

export function ChannelSign({ kind, size = 14 }: { kind: ViewerChannel['kind']; size?: number }) {
  if (kind === 'private') return <LockIcon size={size} />
  return kind === 'mpim' ? <PeopleIcon size={size} /> : <HashIcon size={size} />
}

function sorted(state: Workspace) {
  const all = Object.values(state.channels).filter((channel) => !channel.archived)
  const order = byTitle(state)
  const rooms = all.filter((channel) => channel.kind === 'public' || channel.kind === 'private')
  const directs = all.filter((channel) => channel.kind === 'im' || channel.kind === 'mpim')
  const appsFirst = (a: ViewerChannel, b: ViewerChannel) =>
    Number(isAppDirect(b, state)) - Number(isAppDirect(a, state)) || order(a, b)
  return {
    channels: rooms.toSorted((a, b) => Number(b.general) - Number(a.general) || order(a, b)),
    directs: directs.toSorted(appsFirst),
  }
}
