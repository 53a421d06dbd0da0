import type { ViewerChannel } from 'rivulet/feedProtocol'
import { useState } from 'react'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { DialogError } from '#channels/dialogParts/DialogError.tsx'
import { DialogList, DialogRow } from '#channels/dialogParts/DialogList.tsx'
import { DialogSearch } from '#channels/dialogParts/DialogSearch.tsx'
import { openChannelDialog } from '#channels/dialogs/openDialog.ts'
import { compareByTitle } from '#names/channelTitle.ts'
import { openChannel } from '#routing/route.ts'
import { ChannelIcon } from '#ui/ChannelIcon.tsx'
import { changeChannel } from '#store/client/changeChannel.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { PlusIcon } from '#ui/icons.tsx'
import styles from './BrowseChannels.module.css'

/** All channels that the viewer may see: those to join first, archived ones last. */
export function BrowseChannels({ close }: { close: () => void }) {
  const state = useWorkspace((all) => all)
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const query = text.trim().replace(/^#/, '').toLocaleLowerCase()
  const byTitle = compareByTitle(state)
  const found = Object.values(state.channels)
    .filter(({ kind }) => kind === 'public' || kind === 'private')
    .filter(({ name, topic }) => `${name}\n${topic}`.toLocaleLowerCase().includes(query))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || byTitle(a, b))

  function open(channel: string) {
    close()
    openChannel(channel)
  }

  async function join(channel: string) {
    const result = await changeChannel({ type: 'join', channel })
    if (result.ok) open(channel)
    else setError(result.detail)
  }

  return (
    <>
      <DialogSearch label="Find a channel" text={text} onText={setText} focusFirst>
        <DialogButton look="primary" at="bar" onClick={() => openChannelDialog({ kind: 'create' })}>
          <PlusIcon size={14} />
          New channel
        </DialogButton>
      </DialogSearch>
      <DialogError text={error} />
      <DialogList label="Channels" emptyText={found.length === 0 ? 'No channel by that name.' : undefined}>
        {found.map((channel) => (
          <DialogRow key={channel.id}>
            <button type="button" className={styles['open']} onClick={() => open(channel.id)}>
              <span className={styles['icon']}>
                <ChannelIcon kind={channel.kind} />
              </span>
              <span className={styles['channel']}>
                <b>{channel.name}</b>
                <small>{describe(channel)}</small>
              </span>
            </button>
            {channel.archived ? (
              <span className={styles['tag']}>Archived</span>
            ) : channel.member ? (
              <span className={styles['tag']}>Joined</span>
            ) : (
              <DialogButton
                look="secondary"
                at="row"
                aria-label={`Join ${channel.name}`}
                onClick={() => void join(channel.id)}
              >
                Join
              </DialogButton>
            )}
          </DialogRow>
        ))}
      </DialogList>
    </>
  )
}

function rankOf(channel: ViewerChannel): number {
  return channel.archived ? 2 : channel.member ? 1 : 0
}

function describe({ members, topic }: ViewerChannel): string {
  const count = members.length === 1 ? '1 member' : `${members.length} members`
  return topic ? `${count} · ${topic}` : count
}
