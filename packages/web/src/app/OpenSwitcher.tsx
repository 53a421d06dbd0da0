import type { ViewerChannel, ViewerUser } from 'rivulet/feedProtocol'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { AppBadge } from '#messages/AppBadge.tsx'
import { Avatar } from '#messages/Avatar.tsx'
import { partnerOf, titleOf } from '#sidebar/names.ts'
import { ChannelSign } from '#sidebar/Sidebar.tsx'
import { ask } from '#store/ask.ts'
import { useWorkspace, type Workspace } from '#store/workspace.ts'
import { arrive } from './place.ts'
import { SearchBox } from './SearchBox.tsx'
import { closeSwitcher } from './switching.ts'
import styles from './Switcher.module.css'

/** Where to go, by a few letters of its name. */
export function OpenSwitcher() {
  const state = useWorkspace((all) => all)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const found = matching(state, text)
  const active = Math.min(at, found.length - 1)
  useEffect(() => dialog.current?.showModal(), [])

  function go(index: number) {
    const target = found[index]
    if (!target) return
    dialog.current?.close()
    if (target.channel) arrive(target.channel.id)
    else if (target.user) void meet(target.user.id)
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? found.length - 1 : 0
    if (step && found.length > 0) setAt((active + step) % found.length)
    if (event.key === 'Enter') go(active)
    if (step || event.key === 'Enter') event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      className={styles['switcher']}
      aria-label="Jump to"
      onClose={closeSwitcher}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <SearchBox
        className={styles['input']}
        label="Jump to"
        placeholder="Jump to a channel, a person, an app"
        list={id}
        at={found.length > 0 ? active : undefined}
        text={text}
        onText={(typed) => {
          setText(typed)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <ul className={styles['list']} id={id} role="listbox" aria-label="Conversations">
        {found.map(({ key, title, channel, user }, i) => (
          <li
            key={key}
            id={`${id}-${i}`}
            role="option"
            className={styles['option']}
            aria-selected={i === active}
            onClick={() => go(i)}
            onMouseMove={() => setAt(i)}
          >
            <span className={styles['sign']}>
              {user ? (
                <Avatar id={user.id} label={user.label} app={user.app_id !== undefined} size={20} />
              ) : (
                channel && <ChannelSign kind={channel.kind} />
              )}
            </span>
            {title}
            {user?.app_id && <AppBadge />}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className={styles['none']}>Nothing by that name.</p>}
    </dialog>
  )
}

async function meet(user: string): Promise<void> {
  const asked = await ask({ type: 'direct', user }, 'opened')
  if (asked.ok) arrive(asked.answer.channel)
}

/** Somewhere to go: a conversation that is there, or somebody to begin one with. */
type Target = { key: string; title: string; channel?: ViewerChannel; user?: ViewerUser | undefined }

function matching(state: Workspace, text: string): Target[] {
  const wanted = text.trim().replace(/^[#@]/, '').toLocaleLowerCase()
  const rank = ({ title }: Target) => {
    const at = title.toLocaleLowerCase().indexOf(wanted)
    return at === 0 ? 0 : at > 0 ? 1 : 2
  }
  return [...conversations(state), ...strangers(state)]
    .filter((target) => rank(target) < 2)
    .toSorted((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title))
    .slice(0, 9)
}

function conversations(state: Workspace): Target[] {
  return Object.values(state.channels).map((channel) => ({
    key: channel.id,
    title: titleOf(channel, state),
    channel,
    user: partnerOf(channel, state),
  }))
}

/** Those whom the viewer has never written to. */
function strangers(state: Workspace): Target[] {
  const known = new Set(Object.values(state.channels).map((channel) => partnerOf(channel, state)?.id))
  return Object.values(state.users)
    .filter((user) => !user.deleted && user.id !== state.you && !known.has(user.id))
    .map((user) => ({ key: user.id, title: user.label, user }))
}
