import type { ViewerChannel } from 'rivulet/feedProtocol'
import { useCallback, useMemo, useState } from 'react'
import { chooseTab } from '#apps/AppTabs.tsx'
import { useAppVisit } from '#apps/useAppVisit.ts'
import { MessageList } from '#messages/list/MessageList.tsx'
import { MessagesSkeleton } from '#messages/list/MessagesSkeleton.tsx'
import { sortByThread, sortByTime, toRows } from '#messages/list/rows.ts'
import { channelTitle, directPartnerOf, isDirectWithApp } from '#names/channelTitle.ts'
import { useRoute } from '#routing/route.ts'
import { loadOlderMessages } from '#store/client/pageClient.ts'
import { useOutbox } from '#store/pending/outbox.ts'
import { contentOf, isBeforeLoaded, useWorkspace, visibleMessages } from '#store/workspace/workspace.ts'
import { listStatuses } from '#threads/threadStatuses.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { ChannelComposer } from './ChannelComposer.tsx'
import { ChannelHeader } from './ChannelHeader.tsx'
import { ChannelSuggestions } from './ChannelSuggestions.tsx'
import { EmptyChannel } from './EmptyChannel.tsx'
import styles from './ChannelPane.module.css'

const AppPage = lazyComponent(async () => (await import('#apps/AppPage.tsx')).AppPage)

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
      <AppPage app={app} tab={tab} />
    </main>
  )
}

/** The messages of a channel with its composer. A direct message with an app shows all replies in place. */
function Messages({ channel }: { channel: ViewerChannel }) {
  const users = useWorkspace((state) => state.users)
  const you = useWorkspace((state) => state.you)
  const content = useWorkspace((state) => contentOf(state, channel.id))
  const outgoing = useOutbox(channel.id, undefined)
  const { thread, message } = useRoute()
  const target = thread ? undefined : message
  const [unread] = useState(() => unreadRange(channel))
  const inlineReplies = isDirectWithApp(channel, { users, you })
  const rows = useMemo(() => {
    const messages = visibleMessages(content, { replies: inlineReplies })
    const options = { unread, you }
    if (!inlineReplies) return toRows(sortByTime(messages), options)
    const statuses = listStatuses(content, users).filter((status) => status.thread_ts !== thread)
    return toRows(sortByThread(messages), { ...options, statuses, inlineReplies })
  }, [content, users, inlineReplies, unread, you, thread])
  const streams = rows.flatMap((row) =>
    row.kind === 'message' && row.message.streaming_state === 'in_progress' && row.message.stream
      ? [row.message.ts]
      : [],
  )
  const { hasMore } = content
  const loadOlder = useCallback(() => {
    if (hasMore) loadOlderMessages(channel.id)
  }, [hasMore, channel.id])
  // A new channel has only system messages.
  const noMessages = content.loaded && !hasMore && outgoing.length === 0 && rows.every((row) => row.kind !== 'message')
  const isEmpty = noMessages && rows.length === 0
  const isLoadingTarget = target !== undefined && isBeforeLoaded(content, target)
  return (
    <main className={styles['pane']} data-region="main" id="messages" tabIndex={-1}>
      <ChannelHeader channel={channel} />
      {target && content.loaded && (!content.messages[target] || isLoadingTarget) && (
        <p className={styles['target']} role="status">
          {isLoadingTarget ? 'Looking for that message…' : 'That message no longer exists.'}
        </p>
      )}
      {isEmpty ? (
        <EmptyChannel channel={channel} />
      ) : content.loaded || outgoing.length > 0 ? (
        <MessageList
          channel={channel.id}
          label={`Messages in ${channelTitle(channel, { users, you })}`}
          rows={rows}
          outgoing={outgoing}
          you={you}
          top={noMessages && <EmptyChannel channel={channel} />}
          showSummaries={!inlineReplies}
          canOpenThreads={channel.threads}
          onNearTop={loadOlder}
          target={target}
        />
      ) : (
        <MessagesSkeleton />
      )}
      <div data-region="composer">
        {inlineReplies && content.loaded && !channel.archived && (
          <ChannelSuggestions channel={channel} openThread={thread} isEmpty={isEmpty} />
        )}
        <ChannelComposer channel={channel} streams={streams} />
      </div>
    </main>
  )
}

/** What was unread when the channel was opened. What arrives later does not move the "New" divider. */
function unreadRange({ last_read: readUpTo, latest: knownUpTo }: ViewerChannel) {
  return readUpTo !== null && knownUpTo !== null && knownUpTo > readUpTo ? { readUpTo, knownUpTo } : undefined
}
