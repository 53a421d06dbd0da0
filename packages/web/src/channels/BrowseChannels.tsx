import type { ViewerChannel } from 'rivulet/feedProtocol'
import { useState } from 'react'
import { PlusIcon } from '#app/icons.tsx'
import { arrive } from '#app/place.ts'
import { byTitle } from '#sidebar/names.ts'
import { ChannelSign } from '#sidebar/Sidebar.tsx'
import { changeChannel } from '#store/changeChannel.ts'
import { useWorkspace } from '#store/workspace.ts'
import { openDialog } from './dialogs.ts'
import { Problem } from './Problem.tsx'
import styles from './Dialogs.module.css'

/** Every channel that the viewer may know of: those to join first, archived ones last. */
export function BrowseChannels({ close }: { close: () => void }) {
  const state = useWorkspace((all) => all)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const wanted = text.trim().replace(/^#/, '').toLocaleLowerCase()
  const order = byTitle(state)
  const found = Object.values(state.channels)
    .filter(({ kind }) => kind === 'public' || kind === 'private')
    .filter(({ name, topic }) => `${name}\n${topic}`.toLocaleLowerCase().includes(wanted))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || order(a, b))

  function go(channel: string) {
    close()
    arrive(channel)
  }

  async function join(channel: string) {
    const answer = await changeChannel({ type: 'join', channel })
    if (answer.ok) go(channel)
    else setProblem(answer.detail)
  }

  return (
    <>
      <div className={styles['bar']}>
        <input
          className={styles['search']}
          type="search"
          data-first
          aria-label="Find a channel"
          placeholder="Find a channel"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="button" className={styles['main']} onClick={() => openDialog({ kind: 'create' })}>
          <PlusIcon size={14} />
          New channel
        </button>
      </div>
      <Problem text={problem} />
      <ul className={styles['list']} aria-label="Channels">
        {found.map((channel) => (
          <li key={channel.id} className={styles['row']}>
            <button type="button" className={styles['go']} onClick={() => go(channel.id)}>
              <span className={styles['sign']}>
                <ChannelSign kind={channel.kind} />
              </span>
              <span className={styles['what']}>
                <b>{channel.name}</b>
                <small>{aboutOf(channel)}</small>
              </span>
            </button>
            {channel.archived ? (
              <span className={styles['tag']}>Archived</span>
            ) : channel.member ? (
              <span className={styles['tag']}>Joined</span>
            ) : (
              <button
                type="button"
                className={styles['plain']}
                aria-label={`Join ${channel.name}`}
                onClick={() => void join(channel.id)}
              >
                Join
              </button>
            )}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className={styles['none']}>No channel by that name.</p>}
    </>
  )
}

function rankOf(channel: ViewerChannel): number {
  return channel.archived ? 2 : channel.member ? 1 : 0
}

function aboutOf({ members, topic }: ViewerChannel): string {
  const count = members.length === 1 ? '1 member' : `${members.length} members`
  return topic ? `${count} · ${topic}` : count
}
