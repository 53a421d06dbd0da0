import type { ViewerChannel } from 'rivulet/feedProtocol'
import { useEffect, useRef } from 'react'
import { CloseButton } from '#app/HeadButton.tsx'
import { ChannelSign } from '#sidebar/Sidebar.tsx'
import { useWorkspace } from '#store/workspace.ts'
import { BrowseChannels } from './BrowseChannels.tsx'
import { ChannelDetails } from './ChannelDetails.tsx'
import { CreateChannel } from './CreateChannel.tsx'
import { openDialog, type Open } from './dialogs.ts'
import styles from './Dialogs.module.css'

/** One dialog with what it is about inside: the browser keeps the focus in it, and gives it back at the end. */
export function OpenDialog({ open }: { open: Open }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const channel = useWorkspace((state) => (open.kind === 'details' ? state.channels[open.channel] : undefined))
  const gone = open.kind === 'details' && !channel
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => dialog.current?.querySelector<HTMLElement>('[data-first]')?.focus(), [open.kind])
  useEffect(() => {
    if (gone) dialog.current?.close()
  }, [gone])
  const close = () => dialog.current?.close()
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby="dialog-title"
      onClose={() => openDialog({ kind: 'none' })}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div className={styles['head']}>
        <h2 className={styles['title']} id="dialog-title">
          {open.kind === 'create' ? 'New channel' : channel ? <Name channel={channel} /> : 'Channels'}
        </h2>
        <CloseButton onClick={close} />
      </div>
      {open.kind === 'create' && <CreateChannel close={close} />}
      {open.kind === 'browse' && <BrowseChannels close={close} />}
      {channel && <ChannelDetails key={channel.id} channel={channel} close={close} />}
    </dialog>
  )
}

function Name({ channel }: { channel: ViewerChannel }) {
  return (
    <>
      <span className={styles['sign']}>
        <ChannelSign kind={channel.kind} size={16} />
      </span>
      {channel.name}
      {channel.archived && <span className={styles['tag']}>Archived</span>}
    </>
  )
}
