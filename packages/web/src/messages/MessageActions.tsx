import type { ViewerMessage } from 'rivulet/feedProtocol'
import { useState } from 'react'
import { CheckIcon, CopyIcon, ThreadIcon } from '#app/icons.tsx'
import { openThread } from '#threads/openThread.ts'
import { rootTs } from './rows.ts'
import styles from './Message.module.css'

type Props = { channel: string; message: ViewerMessage; openable: boolean }

/** What can be done with a message: there on hover and on focus. */
export function MessageActions({ channel, message, openable }: Props) {
  return (
    <div className={styles['actions']} role="group" aria-label="Message actions">
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
      <CopyText text={message.text} />
    </div>
  )
}

function CopyText({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 1500)
  }
  if (!navigator.clipboard) return null
  const label = copied ? 'Copied' : 'Copy text'
  return (
    <button type="button" className={styles['action']} aria-label={label} title={label} onClick={() => void copy()}>
      {copied ? <CheckIcon /> : <CopyIcon />}
    </button>
  )
}
