import type { ViewerChannel } from 'rivulet/feedProtocol'
import { useEffect, useRef } from 'react'
import { BrowseChannels } from '#channels/browse/BrowseChannels.tsx'
import { CreateChannel } from '#channels/create/CreateChannel.tsx'
import { ChannelDetails } from '#channels/details/ChannelDetails.tsx'
import { ChannelIcon } from '#ui/ChannelIcon.tsx'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { CloseButton } from '#ui/IconButton.tsx'
import { openChannelDialog, type OpenDialog } from './openDialog.ts'
import styles from './ChannelDialog.module.css'

/** The dialog element. The browser keeps the focus inside, and returns it when the dialog closes. */
export function ChannelDialog({ open }: { open: OpenDialog }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const channel = useWorkspace((state) => (open.kind === 'details' ? state.channels[open.channel] : undefined))
  const isGone = open.kind === 'details' && !channel
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => dialog.current?.querySelector<HTMLElement>('[data-first]')?.focus(), [open.kind])
  useEffect(() => {
    if (isGone) dialog.current?.close()
  }, [isGone])
  const close = () => dialog.current?.close()
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby="dialog-title"
      onClose={() => openChannelDialog({ kind: 'none' })}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div className={styles['head']}>
        <h2 className={styles['title']} id="dialog-title">
          {open.kind === 'create' ? 'New channel' : channel ? <ChannelName channel={channel} /> : 'Channels'}
        </h2>
        <CloseButton onClick={close} />
      </div>
      {open.kind === 'create' && <CreateChannel close={close} />}
      {open.kind === 'browse' && <BrowseChannels close={close} />}
      {channel && <ChannelDetails key={channel.id} channel={channel} close={close} />}
    </dialog>
  )
}

function ChannelName({ channel }: { channel: ViewerChannel }) {
  return (
    <>
      <span className={styles['icon']}>
        <ChannelIcon kind={channel.kind} size={16} />
      </span>
      {channel.name}
      {channel.archived && <span className={styles['tag']}>Archived</span>}
    </>
  )
}
