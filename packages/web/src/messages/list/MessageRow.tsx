import type { ReactNode } from 'react'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { ConversationDivider } from '#conversations/ConversationStart.tsx'
import { ReplyPlace } from '#conversations/ReplyPlace.tsx'
import { Message } from '#messages/message/Message.tsx'
import { OutgoingMessage } from '#messages/message/OutgoingMessage.tsx'
import { SystemMessages } from '#messages/system/SystemMessages.tsx'
import { formatDay } from '#messages/message/times.ts'
import { t } from '#words/t.ts'
import type { DayMenuProps } from './DayMenu.tsx'
import type { Row } from './rows.ts'
import styles from './MessageList.module.css'

const EarlierReplies = lazyComponent(async () => (await import('#soon.ts')).EarlierReplies)
const EphemeralMessage = lazyComponent(async () => (await import('#soon.ts')).EphemeralMessage)
const StatusLine = lazyComponent(async () => (await import('#soon.ts')).StatusLine)

const DayMenu = lazyComponent<DayMenuProps>(
  async () => (await import('#soon.ts')).DayMenu,
  ({ at }) => <span>{formatDay(at)}</span>,
)

type Props = {
  channel: string
  row: Row
  showSummary: boolean
  canOpenThread: boolean
  isTabStop: boolean
  target: string | undefined
  /** Shown below the row. */
  below: ReactNode
}

/** One row of a message list: a message, a divider, or what stands between messages. */
export function MessageRow({ channel, row, showSummary, canOpenThread, isTabStop, target, below }: Props) {
  switch (row.kind) {
    case 'day':
      return (
        <li className={styles['day']}>
          <DayMenu channel={channel} at={row.at} />
        </li>
      )
    case 'new':
      return (
        <li className={styles['new']}>
          <span>{t('New')}</span>
        </li>
      )
    case 'status':
      return (
        <li>
          <StatusLine status={row.status} channel={channel} />
        </li>
      )
    case 'conversation':
      return (
        <li className={styles['conversation']}>
          <ConversationDivider channel={channel} threadTs={row.threadTs} />
        </li>
      )
    case 'reply':
      return (
        <li>
          <ReplyPlace channel={channel} threadTs={row.threadTs} chosen={row.chosen} />
        </li>
      )
    case 'outgoing':
      return (
        <li>
          <OutgoingMessage message={row.message} grouped={row.grouped} />
        </li>
      )
    case 'earlier':
      return (
        <li>
          <EarlierReplies channel={channel} threadTs={row.threadTs} count={row.count} />
        </li>
      )
    case 'system':
      return (
        <li>
          <SystemMessages
            channel={channel}
            messages={row.messages}
            {...{ showSummary, canOpenThread, isTabStop, target }}
          />
          {below}
        </li>
      )
    case 'message':
      return (
        <li>
          {row.message.ephemeral ? (
            <EphemeralMessage channel={channel} message={row.message} />
          ) : (
            <Message
              channel={channel}
              message={row.message}
              grouped={row.grouped}
              isTarget={row.message.ts === target}
              {...{ showSummary, canOpenThread, isTabStop }}
            />
          )}
          {below}
        </li>
      )
  }
}
