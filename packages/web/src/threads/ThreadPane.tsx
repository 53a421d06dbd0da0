import type { ViewerChannel } from 'rivulet/feedProtocol'
import { blocksFromMrkdwn } from '@rivulet/blocks/mrkdwn'
import { plainTextFromBlocks } from '@rivulet/blocks/plainText'
import { useMemo } from 'react'
import { namesOf } from '#app/announcement.ts'
import { CloseButton } from '#app/HeadButton.tsx'
import { usePlace } from '#app/place.ts'
import { useMedia } from '#app/useMedia.ts'
import { Composer } from '#composer/Composer.tsx'
import { EarlierReplies } from '#messages/EarlierReplies.tsx'
import { MessageList } from '#messages/MessageList.tsx'
import { missingReplies, repliesAmong, rowsOf, threadOf } from '#messages/rows.ts'
import { Skeleton } from '#messages/Skeleton.tsx'
import { isRoom, titleOf } from '#sidebar/names.ts'
import { useOutgoing } from '#store/outbox.ts'
import { conversationOf, seenOf, useWorkspace } from '#store/workspace.ts'
import { linesOf, stateOf } from './agents.ts'
import { closeThread } from './openThread.ts'
import { Suggestions } from './Suggestions.tsx'
import styles from './ThreadPane.module.css'

/** A root and its replies, beside the conversation. */
export function ThreadPane({ channel, threadTs }: { channel: ViewerChannel; threadTs: string }) {
  const users = useWorkspace((state) => state.users)
  const you = useWorkspace((state) => state.you)
  const known = useWorkspace((state) => conversationOf(state, channel.id))
  const outgoing = useOutgoing(channel.id, threadTs)
  const messages = useMemo(() => threadOf(seenOf(known), threadTs), [known, threadTs])
  const { message: target } = usePlace()
  const rows = useMemo(
    () => rowsOf(messages, { statuses: linesOf(known, users), days: false }),
    [messages, known, users],
  )
  const growing = messages
    .filter((message) => message.streaming_state === 'in_progress' && message.stream)
    .map((message) => message.ts)
  const replies = messages.filter((message) => !message.ephemeral).length - 1
  const [root] = messages
  const { suggestions } = known.about[threadTs] ?? {}
  const loaded = known.threads[threadTs] ?? false
  const missing = root && loaded ? missingReplies(root, repliesAmong(messages)) : 0
  // Where there is room for one, the thread stands in place of the page's main part.
  const alone = useMedia('(max-width: 1099px)')
  const Pane = alone ? 'main' : 'aside'
  return (
    <Pane className={styles['pane']} aria-label="Thread" data-region="thread" data-testid="thread">
      <header className={styles['header']}>
        <Heading channel={channel} threadTs={threadTs} level={alone ? 'h1' : 'h2'} />
        <CloseButton label="Close thread" onClick={closeThread} />
      </header>
      {messages.length === 0 && !loaded ? (
        <Skeleton />
      ) : messages.length === 0 ? (
        <p className={styles['gone']}>This thread is not here any more.</p>
      ) : (
        <MessageList
          channel={channel.id}
          label="Messages in this thread"
          rows={rows}
          outgoing={outgoing}
          you={you}
          target={target}
          afterFirst={
            replies > 0 && (
              <>
                <Count replies={replies + missing} />
                {missing > 0 && <EarlierReplies channel={channel.id} threadTs={threadTs} count={missing} />}
              </>
            )
          }
        />
      )}
      {messages.length > 0 && channel.threads && !channel.archived && channel.member && (
        <>
          {suggestions && <Suggestions channel={channel.id} threadTs={threadTs} {...suggestions} />}
          <Composer
            channel={channel.id}
            threadTs={threadTs}
            label="Reply in thread"
            placeholder="Reply"
            alsoTo={isRoom(channel) && channel.posting === 'everyone' ? `#${channel.name}` : undefined}
            growing={growing}
          />
        </>
      )}
    </Pane>
  )
}

/** The title that an app gave the thread, and where it is; with a word where its session rests. */
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
  const about = useWorkspace((state) => conversationOf(state, channel.id).about[threadTs])
  const title = useWorkspace(
    (state) => about?.title && plainTextFromBlocks(blocksFromMrkdwn(about.title), namesOf(state)),
  )
  const place = titleOf(channel, { users, you })
  const isDirect = channel.kind === 'im' || channel.kind === 'mpim'
  const state = stateOf(about?.agents ?? [])
  return (
    <div className={styles['heading']} data-titled={title ? true : undefined}>
      <Title className={styles['title']} title={title || undefined}>
        {title || 'Thread'}
      </Title>
      <p className={styles['where']}>
        {title ? `Thread ${isDirect ? 'with ' : 'in #'}${place}` : place}
        {state && (
          <span className={styles['state']} data-state={state}>
            {state}
          </span>
        )}
      </p>
    </div>
  )
}

function Count({ replies }: { replies: number }) {
  return (
    <div className={styles['count']}>
      <span>
        {replies} {replies === 1 ? 'reply' : 'replies'}
      </span>
    </div>
  )
}
