import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { AppBadge } from '#messages/AppBadge.tsx'
import { Avatar } from '#messages/Avatar.tsx'
import { byTitle, partnerOf, titleOf } from '#sidebar/names.ts'
import { ChannelSign } from '#sidebar/Sidebar.tsx'
import { useWorkspace, type Workspace } from '#store/workspace.ts'
import { goTo } from './place.ts'
import { closeSwitcher, switching } from './switching.ts'
import styles from './Switcher.module.css'

export function Switcher() {
  const open = useStore(switching, (state) => state.open)
  return open ? <OpenSwitcher /> : null
}

function OpenSwitcher() {
  const state = useWorkspace((all) => all)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const found = matching(state, text)
  const active = Math.min(at, found.length - 1)
  useEffect(() => dialog.current?.showModal(), [])

  function go(index: number) {
    const channel = found[index]
    if (!channel) return
    dialog.current?.close()
    goTo({ channel: channel.id })
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-region="main"] textarea')?.focus())
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
      <input
        className={styles['input']}
        role="combobox"
        aria-label="Jump to"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
        placeholder="Jump to a channel, a person, an app"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <ul className={styles['list']} id={id} role="listbox" aria-label="Conversations">
        {found.map((channel, i) => {
          const partner = partnerOf(channel, state)
          return (
            <li
              key={channel.id}
              id={`${id}-${i}`}
              role="option"
              className={styles['option']}
              aria-selected={i === active}
              onClick={() => go(i)}
              onMouseMove={() => setAt(i)}
            >
              <span className={styles['sign']}>
                {partner ? (
                  <Avatar id={partner.id} label={partner.label} app={partner.app_id !== undefined} size={20} />
                ) : (
                  <ChannelSign kind={channel.kind} />
                )}
              </span>
              {titleOf(channel, state)}
              {partner?.app_id && <AppBadge />}
            </li>
          )
        })}
      </ul>
      {found.length === 0 && <p className={styles['none']}>Nothing by that name.</p>}
    </dialog>
  )
}

function matching(state: Workspace, text: string) {
  const wanted = text.trim().replace(/^[#@]/, '').toLocaleLowerCase()
  const rank = (title: string) => {
    const at = title.toLocaleLowerCase().indexOf(wanted)
    return at === 0 ? 0 : at > 0 ? 1 : 2
  }
  const order = byTitle(state)
  return Object.values(state.channels)
    .filter((channel) => rank(titleOf(channel, state)) < 2)
    .toSorted((a, b) => rank(titleOf(a, state)) - rank(titleOf(b, state)) || order(a, b))
    .slice(0, 9)
}
