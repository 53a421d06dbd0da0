import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { ArrowDownIcon } from '#ui/icons.tsx'
import { StatusLine } from '#threads/StatusLine.tsx'
import type { OutboxMessage } from '#store/pending/outbox.ts'
import { ConversationDivider } from '#conversations/ConversationStart.tsx'
import { ReplyPlace } from '#conversations/ReplyPlace.tsx'
import { EarlierReplies } from './EarlierReplies.tsx'
import { Message } from '#messages/message/Message.tsx'
import { SystemMessages } from '#messages/system/SystemMessages.tsx'
import { OutgoingMessage } from '#messages/message/OutgoingMessage.tsx'
import { useStickToBottom } from './useStickToBottom.ts'
import { formatDay } from '#messages/message/times.ts'
import type { Row } from './rows.ts'
import styles from './MessageList.module.css'

const EphemeralMessage = lazyComponent(
  async () => (await import('#messages/message/EphemeralMessage.tsx')).EphemeralMessage,
)

type Props = {
  channel: string
  label: string
  rows: readonly Row[]
  outgoing: readonly OutboxMessage[]
  you: string
  /** Whether roots show a summary of their threads, and whether threads open from here. */
  showSummaries?: boolean
  canOpenThreads?: boolean
  /** Shown above the first message. */
  top?: ReactNode
  /** Shown below the first message: in a thread between the root and its replies. */
  belowFirst?: ReactNode
  onNearTop?: () => void
  /** The ts of the message that the address names: the list scrolls to it. */
  target?: string | undefined
}

/** The scrolling list of messages. It stays at the bottom while messages arrive, and loads older ones near the top. */
export function MessageList(props: Props) {
  const {
    channel,
    label,
    rows,
    outgoing,
    you,
    showSummaries = false,
    canOpenThreads = false,
    top,
    belowFirst,
    onNearTop,
    target,
  } = props
  const list = useRef<HTMLOListElement>(null)
  const messageRows = rows.filter((row) => row.kind === 'message')
  const systemRows = rows.filter((row) => row.kind === 'system')
  const targetRow =
    messageRows.find(({ message }) => message.ts === target) ??
    systemRows.find(({ messages }) => messages.some(({ ts }) => ts === target))
  const { scroller, detached, scrollToBottom } = useStickToBottom({
    firstKey: rows.find((row) => row.kind === 'message' || row.kind === 'system')?.key,
    newestSent: newestSent(rows, outgoing),
    onNearTop,
    target: targetRow && target,
  })
  const lastRow = messageRows.findLast(({ message }) => !message.ephemeral)
  const lastIsYours = rows.at(-1) === lastRow && lastRow?.message.user === you && !lastRow.message.replies
  const streaming = messageRows.some(({ message }) => message.streaming_state === 'in_progress')
  const tabStop = targetRow ?? lastRow ?? systemRows.at(-1)
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
            onKeyDown={(event) => focusNextMessage(event, list.current)}
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
              if (row.kind === 'conversation')
                return (
                  <li key={row.key} className={styles['conversation']}>
                    <ConversationDivider channel={channel} threadTs={row.threadTs} />
                  </li>
                )
              if (row.kind === 'reply')
                return (
                  <li key={row.key}>
                    <ReplyPlace channel={channel} threadTs={row.threadTs} chosen={row.chosen} />
                  </li>
                )
              if (row.kind === 'outgoing')
                return (
                  <li key={row.key}>
                    <OutgoingMessage message={row.message} grouped={row.grouped} />
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
              if (row.kind === 'system')
                return (
                  <li key={row.key}>
                    <SystemMessages
                      channel={channel}
                      messages={row.messages}
                      showSummary={showSummaries}
                      canOpenThread={canOpenThreads}
                      isTabStop={row === tabStop}
                      target={target}
                    />
                    {isFirst && belowFirst}
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
                      showSummary={showSummaries}
                      canOpenThread={canOpenThreads}
                      isTabStop={row === tabStop}
                      isTarget={row.message.ts === target}
                    />
                  )}
                  {isFirst && belowFirst}
                </li>
              )
            })}
            {outgoing.map((message, i) => (
              <li key={message.id}>
                <OutgoingMessage message={message} grouped={i > 0 || lastIsYours} />
              </li>
            ))}
          </ol>
        </div>
      </div>
      {detached && (
        <button type="button" className={styles['jump']} onClick={scrollToBottom}>
          <ArrowDownIcon size={14} />
          {streaming ? 'Reply in progress' : detached === 'new' ? 'New messages' : 'Latest'}
        </button>
      )}
    </div>
  )
}

/** The id of the message that was sent last, wherever it is shown. */
function newestSent(rows: readonly Row[], atEnd: readonly OutboxMessage[]): string | undefined {
  const inThreads = rows.flatMap((row) => (row.kind === 'outgoing' ? [row.message] : []))
  return [...inThreads, ...atEnd].toSorted((a, b) => a.sentAt - b.sentAt).at(-1)?.id
}

function DayDivider({ at }: { at: Date }) {
  return (
    <li className={styles['day']}>
      <span>{formatDay(at)}</span>
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

// The list is one stop for Tab; arrow keys move between its messages.
function focusNextMessage(event: KeyboardEvent, list: HTMLElement | null) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const at = event.target
  if (step === 0 || !list || !(at instanceof HTMLElement) || at.tagName !== 'ARTICLE') return
  const all = [...list.querySelectorAll('article')]
  const next = all[all.findIndex((article) => article === at) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
