import type { ViewerMessage } from 'rivulet/feedProtocol'
import { memo } from 'react'
import { useStore } from 'zustand'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { AppBadge } from '#messages/authors/AppBadge.tsx'
import { useAuthor } from '#messages/authors/useAuthor.ts'
import { BroadcastMark } from './BroadcastMark.tsx'
import { useEditing } from '#messages/editing/useEditing.ts'
import { AssistantThreadStart } from '#conversations/ConversationStart.tsx'
import { DeletedMessage } from './DeletedMessage.tsx'
import { MessageActions } from '#messages/actions/MessageActions.tsx'
import { MessageBody } from './MessageBody.tsx'
import { PinMark } from './PinMark.tsx'
import { MessageError } from './MessageError.tsx'
import { formatFullTime, formatTime } from './times.ts'
import { threadKey, useWorkspace } from '#store/workspace/workspace.ts'
import { useIsStreaming } from '#store/streams/useStream.ts'
import { pickerOpening } from '#reactions/pickerTarget.ts'
import { Reactions } from '#reactions/Reactions.tsx'
import { showPerson } from '#people/openPeople.ts'
import { StatusEmoji } from '#people/StatusEmoji.tsx'
import { ThreadSummary } from '#threads/ThreadSummary.tsx'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import styles from './Message.module.css'

const MentionedOutside = lazyComponent(async () => (await import('#soon.ts')).MentionedOutside)
const MessageEditor = lazyComponent(async () => (await import('#late.ts')).MessageEditor)
const SharedFiles = lazyComponent(async () => (await import('#soon.ts')).SharedFiles)
const SavedMark = lazyComponent(async () => (await import('#soon.ts')).SavedMark)
const StopReply = lazyComponent(async () => (await import('#soon.ts')).StopReply)

type Props = {
  channel: string
  message: ViewerMessage
  grouped: boolean
  /** Whether a root shows how many replies it has. In a thread they are visible. */
  showSummary?: boolean
  /** Whether its thread can be opened from here. */
  canOpenThread?: boolean
  isTabStop?: boolean
  /** Whether the address names this message. */
  isTarget?: boolean
}

/** A message of a person or an app, with all that belongs to it. */
export const Message = memo(function Message(props: Props) {
  const { channel, message, grouped, showSummary = false, canOpenThread = false, isTabStop = false, isTarget } = props
  const author = useAuthor(message)
  const streaming = useIsStreaming(channel, message.ts) || message.streaming_state === 'in_progress'
  const isPicking = useStore(
    pickerOpening.state,
    ({ opened }) => opened?.about.channel === channel && opened.about.ts === message.ts,
  )
  const time = formatTime(message.ts)
  const showAuthor = () => showPerson(message.user)
  const you = useWorkspace((state) => state.you)
  const isSaved = useWorkspace((state) => threadKey(channel, message.ts) in state.saved)
  const editing = useEditing(channel, message)
  const isOwn = message.user === you && !message.app_id && !message.notice
  if (message.begins) return <AssistantThreadStart {...{ channel, message, isTabStop }} />
  if (message.deleted) return <DeletedMessage {...{ channel, message, showSummary, isTabStop }} />
  return (
    <article
      ref={editing.row}
      className={styles['message']}
      data-ts={message.ts}
      data-grouped={grouped || undefined}
      data-streaming={streaming || undefined}
      data-target={isTarget || undefined}
      data-picking={isPicking || undefined}
      data-own={isOwn || undefined}
      data-editing={editing.typed !== undefined || undefined}
      aria-busy={streaming || undefined}
      aria-label={`${author.label}, ${time}`}
      tabIndex={isTabStop ? 0 : -1}
    >
      {grouped ? (
        <time className={styles['gutter']} title={formatFullTime(message.ts)}>
          {time}
        </time>
      ) : (
        <button type="button" className={styles['face']} tabIndex={-1} aria-hidden="true" onClick={showAuthor}>
          <Avatar {...author} />
        </button>
      )}
      <div className={styles['body']}>
        {!grouped && (
          <div className={styles['head']}>
            <button type="button" className={styles['name']} dir="auto" aria-haspopup="dialog" onClick={showAuthor}>
              {author.label}
            </button>
            <StatusEmoji id={message.user} />
            {author.app && <AppBadge />}
            <time className={styles['time']} title={formatFullTime(message.ts)}>
              {time}
            </time>
          </div>
        )}
        {isSaved && <SavedMark channel={channel} ts={message.ts} />}
        {message.pinned && <PinMark by={message.pinned.by} />}
        {message.broadcast && <BroadcastMark channel={channel} message={message} inThread={!showSummary} />}
        {editing.typed === undefined ? (
          <MessageBody channel={channel} message={message} name={author.label} />
        ) : (
          <MessageEditor
            channel={channel}
            ts={message.ts}
            typed={editing.typed}
            blocks={message.blocks}
            end={editing.end}
          />
        )}
        {streaming && message.stream && <StopReply channel={channel} message={message} />}
        {message.files && <SharedFiles files={message.files} />}
        <Reactions channel={channel} message={message} />
        <MessageError channel={channel} ts={message.ts} />
        {message.client_msg_id && <MentionedOutside channel={channel} ts={message.ts} />}
        {showSummary && <ThreadSummary channel={channel} root={message} />}
      </div>
      <MessageActions {...{ channel, message, canOpenThread }} onEdit={isOwn ? editing.start : undefined} />
    </article>
  )
})
