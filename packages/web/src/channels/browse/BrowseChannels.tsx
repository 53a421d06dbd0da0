import type { ViewerChannel } from 'rivulet/feedProtocol'
import { useState } from 'react'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { DialogError } from '#channels/dialogParts/DialogError.tsx'
import { DialogList, DialogRow, DialogRowButton } from '#channels/dialogParts/DialogList.tsx'
import { DialogSearch } from '#channels/dialogParts/DialogSearch.tsx'
import { openChannelDialog } from '#channels/dialogs/openDialog.ts'
import { plainMrkdwn } from '#names/plainMrkdwn.ts'
import { openChannel } from '#routing/route.ts'
import { ChannelIcon } from '#ui/ChannelIcon.tsx'
import { changeChannel } from '#store/client/changeChannel.ts'
import { useFoundChannels } from '#store/client/useFoundChannels.ts'
import { useWorkspace, type Workspace } from '#store/workspace/workspace.ts'
import { PlusIcon } from '#ui/icons.tsx'
import { plural, t } from '#words/t.ts'
import styles from './BrowseChannels.module.css'

/** The channels that the viewer may see, a page at a time: those to join first, archived ones last. */
export function BrowseChannels({ close }: { close: () => void }) {
  const names = useWorkspace((state) => state)
  const { channels } = names
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const search = useFoundChannels(text)
  const found = search.ids.flatMap((id) => channels[id] ?? [])
  const { fetchMore } = search

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
      <DialogSearch label={t('Find a channel')} text={text} onText={setText} focusFirst>
        <DialogButton look="primary" at="bar" onClick={() => openChannelDialog({ kind: 'create' })}>
          <PlusIcon size={14} />
          {t('New channel')}
        </DialogButton>
      </DialogSearch>
      <DialogError text={error ?? search.error} />
      <DialogList
        label={t('Channels')}
        emptyText={found.length > 0 ? undefined : search.searching ? t('Searching…') : t('No channel by that name.')}
      >
        {found.map((channel) => (
          <DialogRow key={channel.id}>
            <DialogRowButton onClick={() => open(channel.id)}>
              <span className={styles['icon']}>
                <ChannelIcon kind={channel.kind} />
              </span>
              <span className={styles['channel']}>
                <b>{channel.name}</b>
                <small>{describe(channel, names)}</small>
              </span>
            </DialogRowButton>
            {channel.archived ? (
              <span className={styles['tag']}>{t('Archived')}</span>
            ) : channel.member ? (
              <span className={styles['tag']}>{t('Joined')}</span>
            ) : (
              <DialogButton
                look="secondary"
                at="row"
                aria-label={t('Join {name}', { name: channel.name })}
                onClick={() => void join(channel.id)}
              >
                {t('Join')}
              </DialogButton>
            )}
          </DialogRow>
        ))}
        {fetchMore && (
          <DialogRow>
            <DialogButton look="secondary" at="row" onClick={fetchMore}>
              {t('Show more')}
            </DialogButton>
          </DialogRow>
        )}
      </DialogList>
    </>
  )
}

function describe({ members, topic }: ViewerChannel, state: Workspace): string {
  const count = plural(members.length, '{count} member', '{count} members')
  return topic ? `${count} · ${plainMrkdwn(topic, state)}` : count
}
