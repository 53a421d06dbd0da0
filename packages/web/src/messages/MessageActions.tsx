import type { ViewerMessage } from 'rivulet/feedProtocol'
import { useState, type ReactNode } from 'react'
import { CheckIcon, CopyIcon, LinkIcon, ReactIcon, ThreadIcon } from '#app/icons.tsx'
import { pathOf } from '#app/place.ts'
import { pickFor } from '#reactions/picking.ts'
import { useMayReact } from '#reactions/Reactions.tsx'
import { openThread } from '#threads/openThread.ts'
import { MessageShortcuts } from './MessageShortcuts.tsx'
import { rootTs } from './rows.ts'
import styles from './Message.module.css'

type Props = { channel: string; message: ViewerMessage; openable: boolean }

/** What can be done with a message: there on hover and on focus. */
export function MessageActions({ channel, message, openable }: Props) {
  const mayReact = useMayReact(channel)
  const thread = message.thread_ts ? { thread: message.thread_ts } : {}
  return (
    <div className={styles['actions']} role="group" aria-label="Message actions">
      {mayReact && (
        <button
          type="button"
          className={styles['action']}
          aria-label="Add a reaction"
          title="Add a reaction"
          onClick={(event) => pickFor(channel, message.ts, event.currentTarget)}
        >
          <ReactIcon />
        </button>
      )}
      {openable && (
        <button
          type="button"
          className={styles['action']}
          aria-label="Reply in thread"
          title="Reply in thread"
          data-opens-thread={rootTs(message)}
          onClick={() => openThread(channel, rootTs(message))}
        >
          <ThreadIcon />
        </button>
      )}
      <Copy label="Copy text" icon={<CopyIcon />} text={() => message.text} />
      <Copy
        label="Copy link"
        icon={<LinkIcon />}
        text={() => location.origin + pathOf({ channel, ...thread, message: message.ts })}
      />
      <MessageShortcuts channel={channel} message={message} />
    </div>
  )
}

function Copy({ label, icon, text }: { label: string; icon: ReactNode; text: () => string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text())
    setCopied(true)
    setTimeout(() => setCopied(false), 1500)
  }
  if (!navigator.clipboard) return null
  const said = copied ? 'Copied' : label
  return (
    <button type="button" className={styles['action']} aria-label={said} title={said} onClick={() => void copy()}>
      {copied ? <CheckIcon /> : icon}
    </button>
  )
}
