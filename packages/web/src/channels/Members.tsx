import type { ViewerChannel, ViewerUser } from 'rivulet/feedProtocol'
import { useState } from 'react'
import { AppBadge } from '#messages/AppBadge.tsx'
import { Avatar } from '#messages/Avatar.tsx'
import type { Change } from '#store/changeChannel.ts'
import { useWorkspace } from '#store/workspace.ts'
import styles from './Dialogs.module.css'

type Props = { channel: ViewerChannel; open: boolean; change: (what: Change) => Promise<boolean> }

/** Who is in a channel; what is typed finds them, and those who could be added. */
export function Members({ channel, open, change }: Props) {
  const users = useWorkspace((state) => state.users)
  const you = useWorkspace((state) => state.you)
  const [text, setText] = useState('')
  const wanted = text.trim().replace(/^@/, '').toLocaleLowerCase()
  const byLabel = (a: ViewerUser, b: ViewerUser) => a.label.localeCompare(b.label)
  const found = Object.values(users)
    .filter((user) => `${user.label}\n${user.real_name}\n${user.name}`.toLocaleLowerCase().includes(wanted))
    .toSorted(byLabel)
  const inside = found.filter(({ id }) => channel.members.includes(id))
  const outside = found.filter(({ id, deleted }) => !deleted && !channel.members.includes(id))

  return (
    <section aria-labelledby="channel-members">
      <h3 className={styles['label']} id="channel-members">
        Members <span className={styles['count']}>{channel.members.length}</span>
      </h3>
      {open && (
        <div className={styles['bar']}>
          <input
            className={styles['search']}
            type="search"
            aria-label="Find or add somebody"
            placeholder="Find or add somebody"
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      )}
      <ul className={styles['list']} aria-label="Members">
        {inside.map((user) => (
          <Person key={user.id} user={user} you={you}>
            {open && !channel.general && user.id !== you && (
              <button
                type="button"
                className={styles['quiet']}
                aria-label={`Remove ${user.label}`}
                onClick={() => void change({ type: 'kick', channel: channel.id, user: user.id })}
              >
                Remove
              </button>
            )}
          </Person>
        ))}
        {open &&
          wanted !== '' &&
          outside.map((user) => (
            <Person key={user.id} user={user} you={you}>
              <button
                type="button"
                className={styles['plain']}
                aria-label={`Add ${user.label}`}
                onClick={() => void change({ type: 'invite', channel: channel.id, users: [user.id] })}
              >
                Add
              </button>
            </Person>
          ))}
      </ul>
      {inside.length === 0 && outside.length === 0 && <p className={styles['none']}>Nobody by that name.</p>}
    </section>
  )
}

function Person({ user, you, children }: { user: ViewerUser; you: string; children: React.ReactNode }) {
  return (
    <li className={styles['row']}>
      <span className={styles['person']}>
        <Avatar id={user.id} label={user.label} app={user.app_id !== undefined} size={24} />
        <span className={styles['who']}>{user.label}</span>
        {user.app_id && <AppBadge />}
        {user.id === you && <small>you</small>}
      </span>
      {children}
    </li>
  )
}
