import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { DownIcon } from '#app/icons.tsx'
import { StatusLine } from '#threads/StatusLine.tsx'
import type { Outgoing } from '#store/outbox.ts'
import { EarlierReplies } from './EarlierReplies.tsx'
import { EphemeralMessage } from './EphemeralMessage.tsx'
import { Message } from './Message.tsx'
import { Notices } from './Notices.tsx'
import { OutgoingMessage } from './OutgoingMessage.tsx'
import { usePinned } from './usePinned.ts'
import { dayName } from './times.ts'
import type { Row } from './rows.ts'
import styles from './MessageList.module.css'

type Props = {
  channel: string
  label: string
  rows: readonly Row[]
  outgoing: readonly Outgoing[]
  you: string
  /** Whether roots say how many replies they have, and whether threads open from here. */
  summaries?: boolean
  openable?: boolean
  /** Stands above the first message. */
  top?: ReactNode
  /** Stands between the root of a thread and its replies. */
  afterFirst?: ReactNode
  onNearTop?: () => void
  /** The ts of the message that the address names. */
  target?: string | undefined
}

export function MessageList(props: Props) {
  const {
    channel,
    label,
    rows,
    outgoing,
    you,
    summaries = false,
    openable = false,
    top,
    afterFirst,
    onNearTop,
    target,
  } = props
  const list = useRef<HTMLOListElement>(null)
  const said = rows.filter((row) => row.kind === 'message')
  const told = rows.filter((row) => row.kind === 'notices')
  const sought =
    said.find(({ message }) => message.ts === target) ??
    told.find(({ messages }) => messages.some(({ ts }) => ts === target))
  const { scroller, released, toEnd } = usePinned({
    firstKey: rows.find((row) => row.kind === 'message' || row.kind === 'notices')?.key,
    sent: outgoing.at(-1)?.id,
    onNearTop,
    target: sought && target,
  })
  const lastRow = said.findLast(({ message }) => !message.ephemeral)
  const lastByYou = rows.at(-1) === lastRow && lastRow?.message.user === you && !lastRow.message.replies
  const growing = said.some(({ message }) => message.streaming_state === 'in_progress')
  const stop = sought ?? lastRow ?? told.at(-1)
  let firstShown = false
  return (
    <div className={styles['frame']}>
      <div className={styles['scroller']} ref={scroller}>
        <div className={styles['content']}>
          {top}
          <ol
            className={styles['list']}
            aria-label={label}
            ref={list}
            onKeyDown={(event) => moveAmong(event, list.current)}
          >
            {rows.map((row) => {
              if (row.kind === 'day') return <DayDivider key={row.key} at={row.at} />
              if (row.kind === 'new') return <NewDivider key={row.key} />
              if (row.kind === 'status')
                return (
                  <li key={row.key}>
                    <StatusLine status={row.status} channel={channel} />
                  </li>
                )
              if (row.kind === 'earlier')
                return (
                  <li key={row.key}>
                    <EarlierReplies channel={channel} threadTs={row.threadTs} count={row.count} />
                  </li>
                )
              const isFirst = !firstShown
              firstShown = true
              if (row.kind === 'notices')
                return (
                  <li key={row.key}>
                    <Notices
                      channel={channel}
                      messages={row.messages}
                      summary={summaries}
                      tabStop={row === stop}
                      target={target}
                    />
                    {isFirst && afterFirst}
                  </li>
                )
              return (
                <li key={row.key}>
                  {row.message.ephemeral ? (
                    <EphemeralMessage channel={channel} message={row.message} />
                  ) : (
                    <Message
                      channel={channel}
                      message={row.message}
                      grouped={row.grouped}
                      summary={summaries}
                      openable={openable}
                      tabStop={row === stop}
                      target={row.message.ts === target}
                    />
                  )}
                  {isFirst && afterFirst}
                </li>
              )
            })}
            {outgoing.map((message, i) => (
              <li key={message.id}>
                <OutgoingMessage message={message} grouped={i > 0 || lastByYou} />
              </li>
            ))}
          </ol>
        </div>
      </div>
      {released && (
        <button type="button" className={styles['jump']} onClick={toEnd}>
          <DownIcon size={14} />
          {growing ? 'Reply in progress' : released === 'new' ? 'New messages' : 'Latest'}
        </button>
      )}
    </div>
  )
}

function DayDivider({ at }: { at: Date }) {
  return (
    <li className={styles['day']}>
      <span>{dayName(at)}</span>
    </li>
  )
}

function NewDivider() {
  return (
    <li className={styles['new']}>
      <span>New</span>
    </li>
  )
}

// One stop for Tab, arrows from message to message.
function moveAmong(event: KeyboardEvent, list: HTMLElement | null) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const at = event.target
  if (step === 0 || !list || !(at instanceof HTMLElement) || at.tagName !== 'ARTICLE') return
  const all = [...list.querySelectorAll('article')]
  const next = all[all.findIndex((one) => one === at) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
