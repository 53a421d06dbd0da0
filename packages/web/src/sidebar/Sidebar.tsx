import type { ViewerChannel } from 'rivulet/feedProtocol'
import type { ReactNode } from 'react'
import { HashIcon, LockIcon, PeopleIcon, PlusIcon, SearchIcon } from '#app/icons.tsx'
import { Mark } from '#app/Mark.tsx'
import { openSwitcher } from '#app/switching.ts'
import { goTo, pathOf, usePlace } from '#app/place.ts'
import { openDialog } from '#channels/dialogs.ts'
import { AppBadge } from '#messages/AppBadge.tsx'
import { Avatar } from '#messages/Avatar.tsx'
import { countedUpTo } from '#store/applyToChannel.ts'
import { useWorkspace, type Workspace } from '#store/workspace.ts'
import { Account } from './Account.tsx'
import { byTitle, isAppDirect, partnerOf, titleOf } from './names.ts'
import styles from './Sidebar.module.css'

const metaKey = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '') ? '⌘' : 'Ctrl '

export function Sidebar() {
  const state = useWorkspace((all) => all)
  const here = usePlace().channel
  const { channels, directs } = sorted(state, here)
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
        <Group title="Channels" channels={channels} state={state} here={here}>
          <button
            type="button"
            className={styles['add']}
            aria-label="Find or create a channel"
            title="Find or create a channel"
            aria-haspopup="dialog"
            onClick={() => openDialog({ kind: 'browse' })}
          >
            <PlusIcon size={14} />
          </button>
        </Group>
        {directs.length > 0 && <Group title="Direct messages" channels={directs} state={state} here={here} />}
      </div>
      <Account />
    </nav>
  )
}

type GroupProps = {
  title: string
  channels: readonly ViewerChannel[]
  state: Workspace
  here: string | undefined
  /** Stands beside the title. */
  children?: ReactNode
}

function Group({ title, channels, state, here, children }: GroupProps) {
  return (
    <section className={styles['group']}>
      <div className={styles['over']}>
        <h2 className={styles['title']}>{title}</h2>
        {children}
      </div>
      <ul>
        {channels.map((channel) => (
          <li key={channel.id}>
            <Entry
              channel={channel}
              state={state}
              here={channel.id === here}
              unread={channel.id === here ? 0 : channel.unread.length}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

type EntryProps = { channel: ViewerChannel; state: Workspace; here: boolean; unread: number }

function Entry({ channel, state, here, unread }: EntryProps) {
  const title = titleOf(channel, state)
  const partner = partnerOf(channel, state)
  return (
    <a
      className={styles['entry']}
      href={pathOf({ channel: channel.id })}
      aria-label={title}
      aria-description={
        [partner?.app_id && 'app', unread > 0 && `${counted(unread)} unread`].filter(Boolean).join(', ') || undefined
      }
      aria-current={here ? 'page' : undefined}
      data-unread={unread > 0 || undefined}
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
      {unread > 0 && (
        <span
          className={styles['unread']}
          data-direct={partner !== undefined || undefined}
          data-drawn={counted(unread)}
        />
      )}
    </a>
  )
}

function counted(unread: number): string {
  return unread < countedUpTo ? String(unread) : `${countedUpTo - 1}+`
}

export function ChannelSign({ kind, size = 14 }: { kind: ViewerChannel['kind']; size?: number }) {
  if (kind === 'private') return <LockIcon size={size} />
  return kind === 'mpim' ? <PeopleIcon size={size} /> : <HashIcon size={size} />
}

/** What the viewer is in, and where they are. */
function sorted(state: Workspace, here: string | undefined) {
  const all = Object.values(state.channels).filter(
    (channel) => channel.id === here || (channel.member && !channel.archived),
  )
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
