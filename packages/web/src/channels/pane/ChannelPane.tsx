import type { ViewerChannel } from 'rivulet/feedProtocol'
import { useMemo, useState } from 'react'
import { chooseTab } from '#apps/AppTabs.tsx'
import { useAppVisit } from '#apps/useAppVisit.ts'
import { hasConversations } from '#conversations/conversations.ts'
import { useReplyTarget } from '#conversations/replyTarget.ts'
import { MessageList } from '#messages/list/MessageList.tsx'
import { MessagesSkeleton } from '#messages/list/MessagesSkeleton.tsx'
import { usePlace } from '#messages/list/usePlace.ts'
import { sortByThread, sortByTime, toRows } from '#messages/list/rows.ts'
import { channelTitle, directPartnerOf, isDirectWithApp } from '#names/channelTitle.ts'
import { useRoute } from '#routing/route.ts'
import { useChannelOutbox } from '#store/pending/outbox.ts'
import { placeOlder } from '#store/workspace/timeline.ts'
import { tsOfDate } from '#store/workspace/timelines.ts'
import { contentOf, useWorkspace, visibleMessages, withoutWindows } from '#store/workspace/workspace.ts'
import { listStatuses } from '#threads/threadStatuses.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { t } from '#words/t.ts'
import { ChannelComposer } from './ChannelComposer.tsx'
import { takesReplies } from './hasComposer.ts'
import { ChannelHeader } from './ChannelHeader.tsx'
import styles from './ChannelPane.module.css'

const ChannelSuggestions = lazyComponent(async () => (await import('#soon.ts')).ChannelSuggestions)
const EmptyChannel = lazyComponent(async () => (await import('#soon.ts')).EmptyChannel)
const BookmarkBar = lazyComponent(async () => (await import('#soon.ts')).BookmarkBar)
const AnsweredThread = lazyComponent(async () => (await import('#soon.ts')).AnsweredThread)
const MarkRead = lazyComponent(async () => (await import('#soon.ts')).MarkRead)
const AppPage = lazyComponent(async () => (await import('#late.ts')).AppPage)

/** The main part of the page: a channel or direct message. A direct message with an app also has the Home and About tabs. */
export function ChannelPane({ channel }: { channel: ViewerChannel }) {
  const partner = useWorkspace((state) => directPartnerOf(channel, state))
  const { tab: wantedTab } = useRoute()
  const app = partner?.app_id === undefined ? undefined : partner
  const tab = app ? chooseTab(app, wantedTab) : 'messages'
  useAppVisit(tab === 'messages' ? app?.app_id : undefined, 'messages')
  if (!app || tab === 'messages') return <Messages channel={channel} />
  return (
    <main className={styles['pane']} data-region="main" id="messages" tabIndex={-1}>
      <ChannelHeader channel={channel} tab={tab} />
      <AppPage app={app} channel={channel} tab={tab} />
    </main>
  )
}

/** The messages of a channel with its composer. A direct message with an app shows all replies in place. */
function Messages({ channel }: { channel: ViewerChannel }) {
  const users = useWorkspace((state) => state.users)
  const you = useWorkspace((state) => state.you)
  const content = useWorkspace((state) => contentOf(state, channel.id))
  const sending = useChannelOutbox(channel.id)
  const { thread, message, date } = useRoute()
  const [firstThread] = useState(thread)
  const [unread] = useState(() => unreadRange(channel))
  const inlineReplies = isDirectWithApp(channel, { users, you })
  const conversations = useWorkspace((state) => hasConversations(channel, state))
  const replyTarget = useReplyTarget(channel)
  // A thread that the address names is shown in place. One that was chosen on the page is on the screen already.
  const named = date
    ? tsOfDate(date)
    : inlineReplies
      ? (message ?? (thread === firstThread ? thread : undefined))
      : thread
        ? undefined
        : message
  const readUpTo = !inlineReplies && channel.unread.length > 0 ? unread?.readUpTo : undefined
  const { target, start, isLooking, leave } = usePlace({ channel: channel.id }, named, readUpTo)
  // Until the list is there for the first time, it waits for the place at which it opens.
  const [isOpen, setOpen] = useState(false)
  if (content.loaded && !isLooking && !isOpen) setOpen(true)
  const canReply = takesReplies(channel)
  const targetTs = 'threadTs' in replyTarget ? replyTarget.threadTs : undefined
  const isChosen = replyTarget.kind === 'chosen'
  const rows = useMemo(() => {
    const messages = visibleMessages(content, { replies: inlineReplies })
    const options = { unread, you }
    if (!inlineReplies) return toRows(sortByTime(messages), options)
    return toRows(sortByThread(messages), {
      ...options,
      statuses: listStatuses(content, users),
      inlineReplies,
      conversations,
      replies: canReply ? { target: targetTs, chosen: isChosen } : undefined,
      outgoing: sending,
    })
  }, [content, users, inlineReplies, conversations, unread, you, canReply, targetTs, isChosen, sending])
  const shown = new Set(rows.flatMap((row) => (row.kind === 'outgoing' ? [row.message] : [])))
  const outgoing = sending.filter((one) => !shown.has(one) && (inlineReplies || one.threadTs === undefined))
  const streams = rows.flatMap((row) =>
    row.kind === 'message' && row.message.streaming_state === 'in_progress' && row.message.stream ? [row.message] : [],
  )
  const hasMore = placeOlder(content.timeline) !== undefined
  const newest = useMemo(
    () => content.timeline.window && visibleMessages(withoutWindows(content), { replies: inlineReplies }),
    [content, inlineReplies],
  )
  // A new channel has only system messages.
  const noMessages = content.loaded && !hasMore && outgoing.length === 0 && rows.every((row) => row.kind !== 'message')
  const isEmpty = noMessages && rows.length === 0
  return (
    <main className={styles['pane']} data-region="main" id="messages" tabIndex={-1}>
      <ChannelHeader channel={channel} />
      {isOpen && <MarkRead channel={channel.id} />}
      {content.bookmarks.length > 0 && <BookmarkBar channel={channel.id} bookmarks={content.bookmarks} />}
      {target && content.loaded && (isLooking || (!date && !content.messages[target])) && (
        <p className={styles['target']} role="status">
          {!isLooking
            ? t('That message no longer exists.')
            : date
              ? t('Looking for that day…')
              : t('Looking for that message…')}
        </p>
      )}
      {isEmpty ? (
        <EmptyChannel channel={channel} />
      ) : isOpen || outgoing.length > 0 ? (
        <MessageList
          timeline={{ channel: channel.id }}
          label={t('Messages in {name}', { name: channelTitle(channel, { users, you }) })}
          rows={rows}
          outgoing={outgoing}
          you={you}
          top={noMessages && <EmptyChannel channel={channel} />}
          showSummaries={!inlineReplies}
          canOpenThreads={channel.threads}
          newest={newest}
          target={isLooking ? undefined : target}
          start={isLooking ? undefined : start}
          onLeave={leave}
        />
      ) : (
        <MessagesSkeleton />
      )}
      <div data-region="composer">
        {inlineReplies && content.loaded && !channel.archived && (
          <ChannelSuggestions channel={channel} isEmpty={isEmpty} />
        )}
        {!inlineReplies && <AnsweredThread channel={channel.id} />}
        <ChannelComposer channel={channel} streams={streams} target={replyTarget} />
      </div>
    </main>
  )
}

/** What was unread when the channel was opened. What arrives later does not move the "New" divider. */
function unreadRange({ last_read: readUpTo, latest: knownUpTo }: ViewerChannel) {
  return readUpTo !== null && knownUpTo !== null && knownUpTo > readUpTo ? { readUpTo, knownUpTo } : undefined
}
