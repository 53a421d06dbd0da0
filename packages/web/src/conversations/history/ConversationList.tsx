import type { ViewerChannel, ViewerConversation } from 'rivulet/feedProtocol'
import { type MouseEvent, useRef } from 'react'
import { formatDay, formatFullTime, formatTime, toDate } from '#messages/message/times.ts'
import { plainMrkdwn } from '#names/plainMrkdwn.ts'
import { toPath } from '#routing/route.ts'
import { contentOf, useWorkspace, type Workspace } from '#store/workspace/workspace.ts'
import { StatusLine } from '#threads/StatusLine.tsx'
import { listStatuses, sessionLabel } from '#threads/threadStatuses.ts'
import { focusNext } from '#ui/focusNext.ts'
import { t } from '#words/t.ts'
import styles from './ConversationList.module.css'

type Props = {
  channel: ViewerChannel
  items: readonly ViewerConversation[]
  /** The one that is shown. */
  current?: string | undefined
  onOpen: (threadTs: string) => void
}

/** [AGT-1] Conversations with an app by day, those at work first. The arrow keys move between them. */
export function ConversationList({ channel, items, current, onOpen }: Props) {
  const content = useWorkspace((state) => contentOf(state, channel.id))
  const users = useWorkspace((state) => state.users)
  const list = useRef<HTMLDivElement>(null)
  const busy = new Set(listStatuses(content, users).map((status) => status.thread_ts))
  for (const { thread_ts: root, streaming_state: state } of Object.values(content.messages))
    if (root !== undefined && state === 'in_progress') busy.add(root)
  return (
    <div ref={list} onKeyDown={(event) => focusNext(event, list.current)}>
      {groupsOf(items, busy).map(({ title, group }) => (
        <section key={title} className={styles['group']} aria-label={title}>
          <h2 className={styles['day']}>{title}</h2>
          <ul>
            {group.map((item) => (
              <li key={item.ts}>
                <Item
                  channel={channel}
                  item={item}
                  isBusy={busy.has(item.ts)}
                  isCurrent={item.ts === current}
                  onOpen={onOpen}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

type ItemProps = {
  channel: ViewerChannel
  item: ViewerConversation
  isBusy: boolean
  isCurrent: boolean
  onOpen: Props['onOpen']
}

function Item({ channel, item, isBusy, isCurrent, onOpen }: ItemProps) {
  const name = useWorkspace((state) => nameOf(item, state))
  const preview = useWorkspace((state) => previewOf(item, state))
  const isUnread = useWorkspace(
    (state) =>
      item.latest > (state.channels[channel.id]?.last_read ?? '') && item.replies > 0 && channel.unread.length > 0,
  )
  const path = { channel: channel.id, thread: item.ts }
  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(item.ts)
  }
  return (
    <a
      className={styles['item']}
      href={toPath(path)}
      data-unread={isUnread || undefined}
      data-busy={isBusy || undefined}
      data-conversation={item.ts}
      aria-current={isCurrent || undefined}
      onClick={open}
    >
      <span className={styles['dot']} />
      <span className={styles['head']}>
        <span className={styles['name']} dir="auto">
          {name}
        </span>
        {isUnread && <span className="visually-hidden">{t(', unread')}</span>}
        <time className={styles['time']} title={formatFullTime(item.latest)}>
          {formatTime(item.latest)}
        </time>
      </span>
      <Now channel={channel.id} threadTs={item.ts} preview={preview} replies={item.replies} />
    </a>
  )
}

/** What happens in the conversation now, else how it ended. */
function Now({
  channel,
  threadTs,
  preview,
  replies,
}: {
  channel: string
  threadTs: string
  preview: string
  replies: number
}) {
  const content = useWorkspace((state) => contentOf(state, channel))
  const users = useWorkspace((state) => state.users)
  const status = listStatuses(content, users).find((other) => other.thread_ts === threadTs)
  const streaming = Object.values(content.messages).find(
    (message) => message.thread_ts === threadTs && message.streaming_state === 'in_progress',
  )
  const waits = sessionLabel(content.threadInfo[threadTs]?.agents ?? [])
  if (streaming)
    return (
      <span className={styles['replying']}>
        {t('{name} is replying…', { name: streaming.username ?? users[streaming.user]?.label ?? t('App') })}
      </span>
    )
  if (status) return <StatusLine status={status} />
  return (
    <span className={styles['preview']} dir="auto">
      {waits && (
        <span className={styles['state']} data-state={waits}>
          {waits === 'Waiting' ? t('Waiting') : t('Closed')}
        </span>
      )}
      {preview || (replies === 0 ? t('No answer yet') : '')}
    </span>
  )
}

const maxNameLength = 80

/** The title that the app gave it, else how its first message begins. */
export function nameOf({ title, first_words: words }: ViewerConversation, state: Workspace): string {
  const name = (title && plainMrkdwn(title, state)) || toLine(plainMrkdwn(words, state))
  const letters = [...name]
  return letters.length > maxNameLength
    ? `${letters.slice(0, maxNameLength).join('').trimEnd()}…`
    : name || t('New conversation')
}

function previewOf({ last_words: words }: ViewerConversation, state: Workspace): string {
  return toLine(plainMrkdwn(words, state))
}

function toLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Those at work, then the others by the day of their newest message, the newest first. */
export function groupsOf(items: readonly ViewerConversation[], busy: ReadonlySet<string>) {
  const sorted = items.toSorted((one, other) => (one.latest < other.latest ? 1 : -1))
  const groups = new Map<string, ViewerConversation[]>()
  const atWork = sorted.filter(({ ts }) => busy.has(ts))
  if (atWork.length > 0) groups.set(t('Now'), atWork)
  for (const item of sorted) {
    if (busy.has(item.ts)) continue
    const day = formatDay(toDate(item.latest))
    const known = groups.get(day)
    if (known) known.push(item)
    else groups.set(day, [item])
  }
  return [...groups].map(([title, group]) => ({ title, group }))
}
