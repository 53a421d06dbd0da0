import type { ViewerMessage } from 'rivulet/feedProtocol'
import { memo } from 'react'
import { useStore } from 'zustand'
import { Avatar } from './Avatar.tsx'
import { AppBadge } from './AppBadge.tsx'
import { useAuthor } from './author.ts'
import { BroadcastMark } from './BroadcastMark.tsx'
import { ConversationStart } from './ConversationStart.tsx'
import { DeletedMessage } from './DeletedMessage.tsx'
import { MessageActions } from './MessageActions.tsx'
import { MessageBody } from './MessageBody.tsx'
import { MessageTrouble } from './MessageTrouble.tsx'
import { fullTimeOf, timeOf } from './times.ts'
import { useStream } from '#store/liveStreams.ts'
import { Files } from '#files/Files.tsx'
import { picking } from '#reactions/picking.ts'
import { Reactions } from '#reactions/Reactions.tsx'
import { ThreadSummary } from '#threads/ThreadSummary.tsx'
import styles from './Message.module.css'

type Props = {
  channel: string
  message: ViewerMessage
  grouped: boolean
  /** The root of a channel's thread says how many replies it has; elsewhere they are in sight. */
  summary?: boolean
  /** Whether its thread can be opened from here. */
  openable?: boolean
  tabStop?: boolean
  /** Whether the address names it. */
  target?: boolean
}

export const Message = memo(function Message(props: Props) {
  const { channel, message, grouped, summary = false, openable = false, tabStop = false, target } = props
  const author = useAuthor(message)
  const streaming = useStream(channel, message.ts) !== undefined || message.streaming_state === 'in_progress'
  const picked = useStore(picking, ({ of }) => of?.channel === channel && of.ts === message.ts)
  const time = timeOf(message.ts)
  if (message.begins) return <ConversationStart {...{ channel, message, tabStop }} />
  if (message.deleted) return <DeletedMessage {...{ channel, message, summary, tabStop }} />
  return (
    <article
      className={styles['message']}
      data-ts={message.ts}
      data-grouped={grouped || undefined}
      data-streaming={streaming || undefined}
      data-target={target || undefined}
      data-picking={picked || undefined}
      aria-busy={streaming || undefined}
      aria-label={`${author.label}, ${time}`}
      tabIndex={tabStop ? 0 : -1}
    >
      {grouped ? (
        <time className={styles['gutter']} title={fullTimeOf(message.ts)}>
          {time}
        </time>
      ) : (
        <Avatar {...author} />
      )}
      <div className={styles['body']}>
        {!grouped && (
          <div className={styles['head']}>
            <span className={styles['name']}>{author.label}</span>
            {author.app && <AppBadge />}
            <time className={styles['time']} title={fullTimeOf(message.ts)}>
              {time}
            </time>
          </div>
        )}
        {message.broadcast && <BroadcastMark channel={channel} message={message} inThread={!summary} />}
        <MessageBody channel={channel} message={message} name={author.label} />
        {message.files && <Files files={message.files} />}
        <Reactions channel={channel} message={message} />
        <MessageTrouble channel={channel} ts={message.ts} />
        {summary && <ThreadSummary channel={channel} root={message} />}
      </div>
      <MessageActions channel={channel} message={message} openable={openable} />
    </article>
  )
})
