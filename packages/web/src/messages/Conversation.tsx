import type { ViewerChannel } from 'rivulet/feedProtocol'
import { useCallback, useMemo, useState } from 'react'
import { later } from '#app/later.tsx'
import { usePlace } from '#app/place.ts'
import { ChannelHeader } from '#channels/ChannelHeader.tsx'
import { JoinBar } from '#channels/JoinBar.tsx'
import { Composer } from '#composer/Composer.tsx'
import { composerLabel, isAppDirect, partnerOf, titleOf } from '#sidebar/names.ts'
import { askForOlder } from '#store/client.ts'
import { useOutgoing } from '#store/outbox.ts'
import { conversationOf, inChannel, isFurtherBack, useWorkspace } from '#store/workspace.ts'
import { linesOf } from '#threads/agents.ts'
import { Suggestions } from '#threads/Suggestions.tsx'
import { tabAt } from '#views/AppTabs.tsx'
import { useVisit } from '#views/useVisit.ts'
import { EmptyConversation } from './EmptyConversation.tsx'
import { MessageList } from './MessageList.tsx'
import { flowOf, inTime, isRoot, rowsOf } from './rows.ts'
import { Skeleton } from './Skeleton.tsx'
import styles from './Conversation.module.css'

const AppPage = later(async () => (await import('#views/AppPage.tsx')).AppPage)

/** A channel or direct message; of one with an app also its home, and what it says of itself. */
export function Conversation({ channel }: { channel: ViewerChannel }) {
  const partner = useWorkspace((state) => partnerOf(channel, state))
  const { tab } = usePlace()
  const app = partner?.app_id === undefined ? undefined : partner
  const shown = app ? tabAt(app, tab) : 'messages'
  useVisit(shown === 'messages' ? app?.app_id : undefined, 'messages')
  if (!app || shown === 'messages') return <Messages channel={channel} />
  return (
    <main className={styles['conversation']} data-region="main" id="messages" tabIndex={-1}>
      <ChannelHeader channel={channel} tab={shown} />
      <AppPage app={app} tab={shown} />
    </main>
  )
}

/** Replies stand in place where an app is talked to; else they are in threads. */
function Messages({ channel }: { channel: ViewerChannel }) {
  const users = useWorkspace((state) => state.users)
  const you = useWorkspace((state) => state.you)
  const known = useWorkspace((state) => conversationOf(state, channel.id))
  const outgoing = useOutgoing(channel.id, undefined)
  const { thread, message: sought } = usePlace()
  const target = thread ? undefined : sought
  const [unread] = useState(() => unreadAtFirst(channel))
  const inPlace = isAppDirect(channel, { users, you })
  const rows = useMemo(() => {
    const all = inChannel(known, { replies: inPlace })
    const options = { unread, you }
    if (!inPlace) return rowsOf(inTime(all), options)
    const statuses = linesOf(known, users).filter((status) => status.thread_ts !== thread)
    return rowsOf(flowOf(all), { ...options, statuses, inPlace })
  }, [known, users, inPlace, unread, you, thread])
  const growing = rows.flatMap((row) =>
    row.kind === 'message' && row.message.streaming_state === 'in_progress' && row.message.stream
      ? [row.message.ts]
      : [],
  )
  const { hasMore } = known
  const older = useCallback(() => {
    if (hasMore) askForOlder(channel.id)
  }, [hasMore, channel.id])
  // Of a new channel there is only how it came about.
  const unsaid = known.loaded && !hasMore && outgoing.length === 0 && rows.every((row) => row.kind !== 'message')
  const empty = unsaid && rows.length === 0
  return (
    <main className={styles['conversation']} data-region="main" id="messages" tabIndex={-1}>
      <ChannelHeader channel={channel} />
      {target && known.loaded && (!known.messages[target] || isFurtherBack(known, target)) && (
        <p className={styles['sought']} role="status">
          {isFurtherBack(known, target) ? 'Looking for that message…' : 'That message is not here any more.'}
        </p>
      )}
      {empty ? (
        <EmptyConversation channel={channel} />
      ) : known.loaded || outgoing.length > 0 ? (
        <MessageList
          channel={channel.id}
          label={`Messages in ${titleOf(channel, { users, you })}`}
          rows={rows}
          outgoing={outgoing}
          you={you}
          top={unsaid && <EmptyConversation channel={channel} />}
          summaries={!inPlace}
          openable={channel.threads}
          onNearTop={older}
          target={target}
        />
      ) : (
        <Skeleton />
      )}
      <div data-region="composer">
        {inPlace && known.loaded && !channel.archived && (
          <Suggested channel={channel} openThread={thread} empty={empty} />
        )}
        <Writing channel={channel} growing={growing} />
      </div>
    </main>
  )
}

// What comes while one looks is not "New": the line stays where it was when the conversation was opened.
function unreadAtFirst({ last_read: readUpTo, latest: knownUpTo }: ViewerChannel) {
  return readUpTo !== null && knownUpTo !== null && knownUpTo > readUpTo ? { readUpTo, knownUpTo } : undefined
}

/** In a conversation with an app: what it suggests there, in its newest thread, or to who has not written yet. */
function Suggested({
  channel,
  openThread,
  empty,
}: {
  channel: ViewerChannel
  openThread?: string | undefined
  empty: boolean
}) {
  const partner = useWorkspace((state) => partnerOf(channel, state))
  const { about, messages } = useWorkspace((state) => conversationOf(state, channel.id))
  const newest = inTime(Object.values(messages).filter(isRoot)).at(-1)?.ts
  const here = about['']?.suggestions
  if (here) return <Suggestions channel={channel.id} {...here} />
  const inThread = newest !== undefined && newest !== openThread ? about[newest]?.suggestions : undefined
  if (inThread) return <Suggestions channel={channel.id} threadTs={newest} {...inThread} />
  return empty && partner?.prompts ? <Suggestions channel={channel.id} prompts={partner.prompts} /> : null
}

function Writing({ channel, growing }: { channel: ViewerChannel; growing: readonly string[] }) {
  const users = useWorkspace((state) => state.users)
  const you = useWorkspace((state) => state.you)
  if (channel.archived) return <p className={styles['closed']}>This conversation is archived.</p>
  if (!channel.member) return <JoinBar channel={channel} />
  if (partnerOf(channel, { users, you })?.messages === 'read_only')
    return <p className={styles['closed']}>{titleOf(channel, { users, you })} only tells you things here.</p>
  if (channel.posting === 'read_only') return <p className={styles['closed']}>This channel is for reading.</p>
  if (channel.posting === 'threads_only')
    return <p className={styles['closed']}>New messages are closed here. Reply in a thread.</p>
  return <Composer channel={channel.id} label={composerLabel(channel, { users, you })} growing={growing} />
}
