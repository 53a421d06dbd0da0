import type { ViewerChannel } from 'rivulet/feedProtocol'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { plainMrkdwn } from '#names/plainMrkdwn.ts'
import { CloseButton } from '#ui/IconButton.tsx'
import { useRoute } from '#routing/route.ts'
import { useMediaQuery } from '#ui/useMediaQuery.ts'
import { takesReplies } from '#channels/pane/hasComposer.ts'
import { Composer } from '#composer/Composer.tsx'
import { LeftWordsNote } from '#messages/editing/LeftWordsNote.tsx'
import { MessageList } from '#messages/list/MessageList.tsx'
import { sortByTime, toRows } from '#messages/list/rows.ts'
import { usePlace } from '#messages/list/usePlace.ts'
import { MessagesSkeleton } from '#messages/list/MessagesSkeleton.tsx'
import { isNamedChannel, channelTitle } from '#names/channelTitle.ts'
import { stopKeepingUnread } from '#store/client/markUnread.ts'
import { useWhileInSight } from '#notifications/useWhileInSight.ts'
import { markReadInThread, markThreadRead } from '#store/client/pageReadMarks.ts'
import { useOutbox } from '#store/pending/outbox.ts'
import {
  contentOf,
  draftKey,
  threadKey,
  useWorkspace,
  visibleReplies,
  withoutWindows,
} from '#store/workspace/workspace.ts'
import { plural, t } from '#words/t.ts'
import { listStatuses, sessionLabel } from './threadStatuses.ts'
import { closeThread } from '#routing/closeThread.ts'
import { Suggestions } from './Suggestions.tsx'
import styles from './ThreadPane.module.css'

type Props = {
  channel: ViewerChannel
  threadTs: string
  /** In place of the thread's own, for a conversation with an agent beside another channel. */
  header?: ReactNode
}

/** A thread next to its channel: the root, its replies, and a composer. */
export function ThreadPane({ channel, threadTs, header }: Props) {
  const users = useWorkspace((state) => state.users)
  const you = useWorkspace((state) => state.you)
  const content = useWorkspace((state) => contentOf(state, channel.id))
  const outgoing = useOutbox(channel.id, threadTs)
  const timeline = content.threads[threadTs]
  const messages = useMemo(() => sortByTime(visibleReplies(content, threadTs)), [content, threadTs])
  const newest = useMemo(
    () => timeline?.window && visibleReplies(withoutWindows(content, threadTs), threadTs),
    [content, timeline, threadTs],
  )
  const { message } = useRoute()
  const unread = useUnreadReplies(channel.id, threadTs)
  const { target, start, isLooking, leave } = usePlace(
    { channel: channel.id, thread: threadTs },
    message,
    unread?.readUpTo,
  )
  const loaded = timeline !== undefined
  const rows = useMemo(
    () =>
      toRows(messages, {
        statuses: listStatuses(content, users),
        dayDividers: false,
        unread: loaded ? unread : undefined,
        you,
      }),
    [messages, content, users, loaded, unread, you],
  )
  const streams = messages.filter((message) => message.streaming_state === 'in_progress' && message.stream)
  const root = content.messages[threadTs]
  const replies = Math.max(root?.replies?.count ?? 0, messages.filter(({ ephemeral }) => !ephemeral).length - 1)
  const { suggestions } = content.threadInfo[threadTs] ?? {}
  // On a narrow screen the thread takes the place of the channel.
  const alone = useMediaQuery('(max-width: 1099px)')
  const [isOpen, setOpen] = useState(false)
  if (loaded && !isLooking && !isOpen) setOpen(true)
  useMarkThreadRead(channel, threadTs, { isOpen, alone })
  const Pane = alone ? 'main' : 'aside'
  return (
    <Pane className={styles['pane']} aria-label={t('Thread')} data-region="thread" data-testid="thread">
      {header ?? (
        <header className={styles['header']}>
          <Heading channel={channel} threadTs={threadTs} level={alone ? 'h1' : 'h2'} />
          <CloseButton label={t('Close thread')} onClick={closeThread} />
        </header>
      )}
      {messages.length === 0 && !loaded ? (
        <MessagesSkeleton />
      ) : messages.length === 0 ? (
        <p className={styles['gone']}>{t('This thread no longer exists.')}</p>
      ) : (
        <MessageList
          timeline={{ channel: channel.id, thread: threadTs }}
          label={t('Messages in this thread')}
          rows={rows}
          outgoing={outgoing}
          you={you}
          newest={newest}
          target={isLooking ? undefined : target}
          start={isLooking ? undefined : start}
          onLeave={leave}
          belowFirst={messages[0]?.ts === threadTs && replies > 0 && <ReplyCount replies={replies} />}
        />
      )}
      {messages.length > 0 && takesReplies(channel) ? (
        <>
          {suggestions && <Suggestions channel={channel.id} threadTs={threadTs} {...suggestions} />}
          <Composer
            channel={channel.id}
            threadTs={threadTs}
            label={t('Reply in thread')}
            placeholder={t('Reply')}
            alsoTo={isNamedChannel(channel) && channel.posting === 'everyone' ? `#${channel.name}` : undefined}
            streams={streams}
          />
        </>
      ) : (
        loaded && <LeftWordsNote draftKey={draftKey(channel.id, threadTs)} />
      )}
    </Pane>
  )
}

/** What of the thread was unread when it was opened. */
function useUnreadReplies(channel: string, threadTs: string) {
  const news = useWorkspace((state) => state.activity.threads[threadKey(channel, threadTs)])
  const [unread] = useState(news && { readUpTo: news.last_read, knownUpTo: news.latest })
  return unread
}

/**
 * [NTF-3] Marks the thread, once it is open, as read while somebody sees its newest replies. Where it takes the place of the
 * channel, it also marks that if nothing else in it is unread.
 */
function useMarkThreadRead(channel: ViewerChannel, threadTs: string, { isOpen, alone }: Shown) {
  const key = threadKey(channel.id, threadTs)
  const latest = useWorkspace((state) => state.activity.threads[key]?.latest)
  const isSeen = useWorkspace((state) => {
    const content = contentOf(state, channel.id)
    const timeline = content.threads[threadTs]
    return isOpen && timeline !== undefined && !timeline.window && !content.stale
  })
  useWhileInSight(() => isSeen && markThreadRead(channel.id, threadTs), [key, latest, isSeen])
  useWhileInSight(() => isSeen && alone && markReadInThread(channel.id, threadTs), [key, channel.latest, isSeen, alone])
  // [REA-5] What was marked as unread stays so until the person comes back to it.
  useEffect(() => () => stopKeepingUnread(key), [key])
}
type Shown = { isOpen: boolean; alone: boolean }

/** The title that an app gave the thread, its channel, and the state of its session. */
function Heading({
  channel,
  threadTs,
  level: Title,
}: {
  channel: ViewerChannel
  threadTs: string
  level: 'h1' | 'h2'
}) {
  const users = useWorkspace((state) => state.users)
  const you = useWorkspace((state) => state.you)
  const info = useWorkspace((state) => contentOf(state, channel.id).threadInfo[threadTs])
  const title = useWorkspace((state) => info?.title && plainMrkdwn(info.title, state))
  const name = channelTitle(channel, { users, you })
  const isDirect = channel.kind === 'im' || channel.kind === 'mpim'
  const state = sessionLabel(info?.agents ?? [])
  return (
    <div className={styles['heading']} data-titled={title ? true : undefined}>
      <Title className={styles['title']} title={title || undefined}>
        {title || t('Thread')}
      </Title>
      <p className={styles['where']}>
        {title
          ? isDirect
            ? t('Thread with {name}', { name })
            : t('Thread in #{name}', { name })
          : isDirect
            ? name
            : `#${name}`}
        {state && (
          <span className={styles['state']} data-state={state}>
            {state === 'Waiting' ? t('Waiting') : t('Closed')}
          </span>
        )}
      </p>
    </div>
  )
}

function ReplyCount({ replies }: { replies: number }) {
  return (
    <div className={styles['count']}>
      <span>{plural(replies, '{count} reply', '{count} replies')}</span>
    </div>
  )
}
