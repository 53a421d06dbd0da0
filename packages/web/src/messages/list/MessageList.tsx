import { useCallback, useEffect, useMemo, useRef, type ReactNode, type RefObject } from 'react'
import type { ViewerMessage } from 'rivulet/feedProtocol'
import { ArrowDownIcon } from '#ui/icons.tsx'
import type { OutboxMessage } from '#store/pending/outbox.ts'
import { rootTsOf } from '#messages/message/messageTs.ts'
import { useRowWindow } from '#messages/window/useRowWindow.ts'
import { useStickToBottom } from '#messages/window/useStickToBottom.ts'
import { forgetFar, loadMore, showNewest } from '#store/client/pageClient.ts'
import type { TimelineKey } from '#store/workspace/timelines.ts'
import { lazyCode } from '#ui/lazy/lazyCode.ts'
import { plural, t } from '#words/t.ts'
import { MessageRow } from './MessageRow.tsx'
import { OutgoingMessage } from '#messages/message/OutgoingMessage.tsx'
import type { Row } from './rows.ts'
import styles from './MessageList.module.css'

const oneTabStop = lazyCode(async () => (await import('#soon.ts')).keepOneTabStop)

type Props = {
  timeline: TimelineKey
  label: string
  rows: readonly Row[]
  outgoing: readonly OutboxMessage[]
  you: string
  /** The newest messages of the timeline, if the rows show a part further back. */
  newest?: readonly ViewerMessage[] | undefined
  /** Whether roots show a summary of their threads, and whether threads open from here. */
  showSummaries?: boolean
  canOpenThreads?: boolean
  /** Shown above the first message. */
  top?: ReactNode
  /** Shown below the first message: in a thread between the root and its replies. */
  belowFirst?: ReactNode
  /** The ts of the message that the address names: the list scrolls to it, or to what was sent next to it. */
  target?: string | undefined
  /** Up to where the person had read: the list opens with what follows. */
  start?: string | undefined
  /** Called when the person goes to the newest messages. */
  onLeave?: () => void
}

/**
 * The scrolling list of messages. It stays at the bottom while messages arrive, and loads more where it is read: older
 * ones near its top, newer ones near the end of a part further back.
 */
export function MessageList(props: Props) {
  const { timeline, label, rows, outgoing, you, newest, top, belowFirst, target, start, onLeave } = props
  const { showSummaries = false, canOpenThreads = false } = props
  const { channel, thread } = timeline
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  useOneTabStop(list)
  const keys = useMemo(() => rows.map(({ key }) => key), [rows])
  const goal = useMemo(() => {
    const wanted = target ?? (start === undefined ? undefined : (findFirstNew(rows) ?? (newest && start)))
    return wanted === undefined ? undefined : findGoal(rows, wanted)
  }, [rows, target, start, newest])
  const onNearStart = useCallback(() => loadMore({ channel, thread }, 'older'), [channel, thread])
  const onNearEnd = useCallback(() => loadMore({ channel, thread }, 'newer'), [channel, thread])
  const sent = newestSent(rows, outgoing)
  const { range, isAtEnd, showEnd } = useRowWindow({
    keys,
    target: goal?.key,
    sent,
    scroller,
    list,
    onNearStart,
    onNearEnd,
  })
  const shown = rows.slice(range.start, range.end)
  const all = useMemo(() => newest ?? messagesOf(rows), [newest, rows])
  const goToNewest = useCallback(() => {
    onLeave?.()
    showNewest({ channel, thread })
  }, [onLeave, channel, thread])
  const { detachedSince, scrollToBottom } = useStickToBottom({
    scroller,
    isAtEnd: isAtEnd && !newest,
    showEnd,
    showNewest: goToNewest,
    latest: all.reduce((latest, { ts }) => (ts > latest ? ts : latest), ''),
    newestSent: sent,
    target: goal?.ts,
    since: start,
  })
  useForgetFar(timeline, rows, detachedSince === undefined ? undefined : shown)
  const lastRow = rows.findLast((row) => row.kind === 'message' && !row.message.ephemeral)
  const last = lastRow?.kind === 'message' ? lastRow.message : undefined
  const lastIsYours = rows.at(-1) === lastRow && last?.user === you && !last.replies
  const tabStop = shown.find((row) => row === goal?.row) ?? shown.findLast(isReadable)
  const firstReadable = rows.find(isReadable)
  return (
    <div className={styles['frame']}>
      <div className={styles['scroller']} ref={scroller} tabIndex={-1}>
        <div className={styles['content']}>
          {range.start === 0 && top}
          <span tabIndex={-1} />
          <ol
            className={styles['list']}
            aria-label={label}
            ref={list}
            data-messages=""
            data-ends={(isAtEnd && !newest) || undefined}
          >
            {shown.map((row) => (
              <MessageRow
                key={row.key}
                channel={channel}
                row={row}
                showSummary={showSummaries}
                canOpenThread={canOpenThreads}
                isTabStop={row === tabStop}
                target={target}
                below={row === firstReadable && belowFirst}
              />
            ))}
            {isAtEnd &&
              !newest &&
              outgoing.map((message, i) => (
                <li key={message.id}>
                  <OutgoingMessage message={message} grouped={i > 0 || lastIsYours} />
                </li>
              ))}
          </ol>
          <span tabIndex={-1} />
        </div>
      </div>
      {detachedSince !== undefined && (
        <button type="button" className={styles['jump']} onClick={scrollToBottom}>
          <ArrowDownIcon size={14} />
          {jumpLabel(all, detachedSince, you, newest !== undefined)}
        </button>
      )}
    </div>
  )
}

function useOneTabStop(list: RefObject<HTMLOListElement | null>): void {
  const keep = oneTabStop.use(true)
  useEffect(() => {
    const { previousElementSibling: start, nextElementSibling: end } = list.current ?? {}
    if (!list.current || !(start instanceof HTMLElement) || !(end instanceof HTMLElement)) return undefined
    return keep?.(list.current, start, end)
  }, [list, keep])
}

/** The pages of a long list that are far from what is read are forgotten. They are loaded again when they are needed. */
function useForgetFar({ channel, thread }: TimelineKey, rows: readonly Row[], read: readonly Row[] | undefined): void {
  const isLong = rows.length > longList
  const reading = read && messagesOf(read)[Math.floor(messagesOf(read).length / 2)]
  const at = reading && (thread ? reading.ts : topTsOf(reading))
  useEffect(() => {
    if (!isLong) return
    const shown = [...new Set(messagesOf(rows).map((message) => (thread ? message.ts : topTsOf(message))))]
    forgetFar({ channel, thread }, shown.toSorted(), at)
  }, [isLong, rows, at, channel, thread])
}

const longList = 1200

/** By which ts a message belongs to the timeline of a channel. */
function topTsOf(message: ViewerMessage): string {
  return message.broadcast ? message.ts : rootTsOf(message)
}

/** What the button that leads to the newest messages says. `isPart`: there may be older messages than these. */
function jumpLabel(messages: readonly ViewerMessage[], since: string, you: string, isPart: boolean): string {
  const count = messages.filter(({ ts, user, notice, ephemeral }) => {
    return ts > since && user !== you && !notice && !ephemeral
  }).length
  const isMore = isPart && messages.every(({ ts }) => ts > since)
  if (count > 0)
    return plural(count, '{count} new message', '{count} new messages', { count: `${count}${isMore ? '+' : ''}` })
  return messages.some((message) => message.streaming_state === 'in_progress') ? t('Reply in progress') : t('Latest')
}

/** The first message below the "New" divider. */
function findFirstNew(rows: readonly Row[]): string | undefined {
  const [row] = rows.slice(rows.findIndex(({ kind }) => kind === 'new')).filter(isReadable)
  return rows.some(({ kind }) => kind === 'new') && row ? messagesOf([row])[0]?.ts : undefined
}

function isReadable(row: Row): boolean {
  return row.kind === 'system' || (row.kind === 'message' && !row.message.ephemeral)
}

function messagesOf(rows: readonly Row[]): ViewerMessage[] {
  return rows.flatMap((row) => (row.kind === 'message' ? [row.message] : row.kind === 'system' ? row.messages : []))
}

/** The row of a message, or of the next one if that is gone, else the last one. */
function findGoal(rows: readonly Row[], target: string): { row: Row; key: string; ts: string } | undefined {
  const readable = rows.filter(isReadable)
  const row =
    readable.find((one) => messagesOf([one]).some(({ ts }) => ts === target)) ??
    readable.find((one) => messagesOf([one]).some(({ ts }) => ts > target)) ??
    readable.at(-1)
  const messages = row ? messagesOf([row]) : []
  const message = messages.find(({ ts }) => ts === target) ?? messages[0]
  return row && message && { row, key: row.key, ts: message.ts }
}

/** The id of the message that was sent last, wherever it is shown. */
function newestSent(rows: readonly Row[], atEnd: readonly OutboxMessage[]): string | undefined {
  const inThreads = rows.flatMap((row) => (row.kind === 'outgoing' ? [row.message] : []))
  return [...inThreads, ...atEnd].toSorted((a, b) => a.sentAt - b.sentAt).at(-1)?.id
}
