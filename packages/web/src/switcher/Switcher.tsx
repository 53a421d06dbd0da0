import type { ViewerChannel, ViewerUser } from 'rivulet/feedProtocol'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { isNextBeside, listAgentsForBeside, openBeside } from '#conversations/beside/openBeside.ts'
import { AppBadge } from '#messages/authors/AppBadge.tsx'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { compareNames } from '#names/compareNames.ts'
import { directPartnerOf, channelTitle, isClosed } from '#names/channelTitle.ts'
import { ChannelIcon } from '#ui/ChannelIcon.tsx'
import { openDirectMessage } from '#store/client/openDirectMessage.ts'
import { useFoundChannels } from '#store/client/useFoundChannels.ts'
import { useWorkspace, type Workspace } from '#store/workspace/workspace.ts'
import { openLanding } from '#routing/landing.ts'
import { navigate, route, type ActivityKind } from '#routing/route.ts'
import { BellIcon, BoltIcon, PeopleIcon, PlusIcon, SearchIcon } from '#ui/icons.tsx'
import { ClockIcon, EditIcon, ScreenIcon } from '#ui/lateIcons.tsx'
import { SearchInput } from '#ui/SearchInput.tsx'
import { LaterIcon } from '#later/LaterIcon.tsx'
import { leaveDialogs } from '#channels/dialogs/leaveDialogs.ts'
import { openChannelDialog } from '#channels/dialogs/openDialog.ts'
import { orTell } from '#sidebar/rows/sidebarError.ts'
import { openSearch } from '#search/searchState.ts'
import { act } from '#keys/actions.ts'
import { shortcutWords } from '#keys/shortcutWords.ts'
import { formatKeys, type ShortcutOf } from '#keys/shortcuts.ts'
import { t } from '#words/t.ts'
import { switcherOpening } from './switcherState.ts'
import styles from './Switcher.module.css'

/** A dialog to jump to a channel, person or app by typing a few letters of its name. */
export function Switcher({ time }: { time: number }) {
  const state = useWorkspace((all) => all)
  const [text, setText] = useState('')
  const [selected, setSelected] = useState(0)
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const { searching } = useFoundChannels(text, text !== '')
  const targets = findTargets(state, text)
  const active = Math.min(selected, targets.length - 1)
  useEffect(() => dialog.current?.showModal(), [])

  function jumpTo(index: number) {
    const target = targets[index]
    if (!target) return
    dialog.current?.close()
    leaveDialogs()
    if (target.action) act[target.action]()
    else if (target.activity) navigate({ activity: target.activity })
    else if (target.beside) orTell(openBeside(target.beside))
    else if (target.dateIn) openChannelDialog({ kind: 'date', channel: target.dateIn, at: new Date() })
    else if (target.channel && isClosed(target.channel)) void openDirectMessage(target.channel.members)
    else if (target.channel) openLanding(target.channel.id)
    else if (target.user) void openDirectMessage([target.user.id])
  }

  function searchMessages() {
    dialog.current?.close()
    openSearch(text.trim())
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? targets.length - 1 : 0
    if (step && targets.length > 0) setSelected((active + step) % targets.length)
    if (event.key === 'Enter') {
      if (targets.length > 0) jumpTo(active)
      else if (text.trim() && !searching) searchMessages()
    }
    if (step || event.key === 'Enter') event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      className={styles['switcher']}
      aria-label={t('Jump to')}
      data-opened={time}
      onClose={() => switcherOpening.close(time)}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <SearchInput
        className={styles['input']}
        label={t('Jump to')}
        placeholder={t('Jump to a channel, person or app')}
        listId={id}
        active={targets.length > 0 ? active : undefined}
        text={text}
        onText={(typed) => {
          setText(typed)
          setSelected(0)
        }}
        onKeyDown={onKeyDown}
      />
      <ul className={styles['list']} id={id} role="listbox" aria-label={t('Conversations')}>
        {targets.map(({ key, title, channel, user, activity, action, dateIn, beside }, i) => (
          <li
            key={key}
            id={`${id}-${i}`}
            role="option"
            className={styles['option']}
            aria-selected={i === active}
            onClick={() => jumpTo(i)}
            onMouseMove={() => setSelected(i)}
          >
            <span className={styles['icon']}>
              {user ? (
                <Avatar id={user.id} label={user.label} app={user.app_id !== undefined} size={20} />
              ) : (
                (channel && <ChannelIcon kind={channel.kind} />) ||
                (activity && <BellIcon />) ||
                (action && icons[action]) ||
                (dateIn && <ClockIcon />)
              )}
            </span>
            {title}
            {user?.app_id && !beside && <AppBadge />}
            {action && <kbd aria-hidden="true">{formatKeys(action)}</kbd>}
            {beside && isNextBeside(beside) && <kbd aria-hidden="true">{formatKeys('beside')}</kbd>}
          </li>
        ))}
      </ul>
      {targets.length === 0 && <p className={styles['none']}>{searching ? t('Searching…') : t('No matches.')}</p>}
      <button type="button" className={styles['search']} onClick={searchMessages}>
        <SearchIcon size={14} />
        {text.trim() ? t('Search messages for “{text}”', { text: text.trim() }) : t('Search messages')}
        <kbd>{formatKeys('search')}</kbd>
      </button>
    </dialog>
  )
}

/** Something to jump to: a channel, a user without a direct message so far, or a page. */
type Target = {
  key: string
  title: string
  channel?: ViewerChannel
  user?: ViewerUser | undefined
  activity?: ActivityKind
  /** What its key does, too. */
  action?: Action
  /** The channel in which a date is chosen. */
  dateIn?: string
  /** An agent that is opened beside the channel. */
  beside?: string
}

type Action = Exclude<ShortcutOf<'open'>, 'beside' | 'files' | 'stop' | 'close'>
const actions: readonly Action[] = [
  'activity',
  'later',
  'people',
  'channels',
  'write',
  'profile',
  'preferences',
  'shortcuts',
]
const icons: Record<Action, ReactNode> = {
  activity: <BellIcon />,
  later: <LaterIcon />,
  people: <PeopleIcon />,
  channels: <PlusIcon />,
  write: <EditIcon />,
  profile: <EditIcon />,
  preferences: <ScreenIcon />,
  shortcuts: <BoltIcon />,
}
const pages: readonly Target[] = [
  ...actions.map((action) => ({ key: action, title: shortcutWords[action], action })),
  { key: 'threads', title: t('Threads'), activity: 'threads' },
]

function findTargets(state: Workspace, text: string): Target[] {
  const wanted = text.trim().replace(/^[#@]/, '').toLocaleLowerCase()
  const rank = ({ title }: Target) => {
    const at = title.toLocaleLowerCase().indexOf(wanted)
    return at === 0 ? 0 : at > 0 ? 1 : 2
  }
  const { channel: dateIn } = route.getState()
  const dates = dateIn ? [{ key: 'date', title: t('A date in this conversation'), dateIn }] : []
  const others = wanted ? [...pages, ...dates, ...listBeside()] : []
  return [...listChannels(state), ...listPeopleWithoutChannel(state), ...others]
    .filter((target) => rank(target) < 2)
    .toSorted((a, b) => rank(a) - rank(b) || compareNames(a.title, b.title))
    .slice(0, 9)
}

function listChannels(state: Workspace): Target[] {
  return Object.values(state.channels).map((channel) => ({
    key: channel.id,
    title: channelTitle(channel, state),
    channel,
    user: directPartnerOf(channel, state),
  }))
}

/** Users with whom the person has no direct message yet. */
function listPeopleWithoutChannel(state: Workspace): Target[] {
  const known = new Set(Object.values(state.channels).map((channel) => directPartnerOf(channel, state)?.id))
  return Object.values(state.users)
    .filter((user) => !user.deleted && user.id !== state.you && !known.has(user.id))
    .map((user) => ({ key: user.id, title: user.label, user }))
}

function listBeside(): Target[] {
  return listAgentsForBeside().map((user) => ({
    key: `+${user.id}`,
    title: t('Open {name} beside this channel', { name: user.label }),
    user,
    beside: user.id,
  }))
}
