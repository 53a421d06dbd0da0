import type { ViewerMessage } from 'rivulet/feedProtocol'
import { useState, type ReactNode } from 'react'
import { CheckIcon, CopyIcon, LinkIcon, ReactIcon, ThreadIcon } from '#ui/icons.tsx'
import { toPath } from '#routing/route.ts'
import { openReactionPicker } from '#reactions/pickerTarget.ts'
import { useCanReact } from '#reactions/Reactions.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { openThread } from '#threads/openThread.ts'
import { rootTsOf } from './messageTs.ts'
import styles from './Message.module.css'

const MessageMenu = lazyComponent(async () => (await import('./MessageMenu.tsx')).MessageMenu)

type Props = {
  channel: string
  message: ViewerMessage
  canOpenThread: boolean
  onEdit?: (() => void) | undefined
}

/** The buttons of a message: visible on hover and on focus. */
export function MessageActions({ channel, message, canOpenThread, onEdit }: Props) {
  const canReact = useCanReact(channel)
  const thread = message.thread_ts ? { thread: message.thread_ts } : {}
  return (
    <div className={styles['actions']} role="group" aria-label="Message actions">
      {canReact && (
        <button
          type="button"
          className={styles['action']}
          aria-label="Add a reaction"
          title="Add a reaction"
          onClick={(event) => openReactionPicker(channel, message.ts, event.currentTarget)}
        >
          <ReactIcon />
        </button>
      )}
      {canOpenThread && (
        <button
          type="button"
          className={styles['action']}
          aria-label="Reply in thread"
          title="Reply in thread"
          data-opens-thread={rootTsOf(message)}
          onClick={() => openThread(channel, rootTsOf(message))}
        >
          <ThreadIcon />
        </button>
      )}
      <CopyAction label="Copy text" icon={<CopyIcon />} text={() => message.text} />
      <CopyAction
        label="Copy link"
        icon={<LinkIcon />}
        text={() => location.origin + toPath({ channel, ...thread, message: message.ts })}
      />
      <MessageMenu channel={channel} message={message} onEdit={onEdit} />
    </div>
  )
}

function CopyAction({ label, icon, text }: { label: string; icon: ReactNode; text: () => string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text())
    setCopied(true)
    setTimeout(() => setCopied(false), 1500)
  }
  if (!navigator.clipboard) return null
  const title = copied ? 'Copied' : label
  return (
    <button type="button" className={styles['action']} aria-label={title} title={title} onClick={() => void copy()}>
      {copied ? <CheckIcon /> : icon}
    </button>
  )
}
