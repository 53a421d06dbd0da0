import type { ViewerChannel } from 'rivulet/feedProtocol'
import type { ReactNode } from 'react'
import { useRoute } from '#routing/route.ts'
import type { Workspace } from '#store/workspace/workspace.ts'
import { ChannelLink } from './ChannelLink.tsx'
import styles from './Sidebar.module.css'

export type GroupProps = {
  id: string
  title: ReactNode
  channels: readonly ViewerChannel[]
  state: Workspace
  currentChannel: string | undefined
  /** Whether it is a section of the person, which can be dragged. */
  isOwn?: boolean
  /** Buttons next to the title. */
  children?: ReactNode
  /** Shown at the end of the list. */
  more?: ReactNode
}

export function ChannelGroup({ id, title, channels, state, currentChannel, isOwn, children, more }: GroupProps) {
  const isHome = useRoute().tab !== undefined
  return (
    <section className={styles['group']} data-group={id}>
      <div className={styles['groupHead']} draggable={isOwn}>
        <h2 className={styles['title']}>{title}</h2>
        <span className={styles['headButtons']}>{children}</span>
      </div>
      <ul>
        {channels.map((channel) => (
          <li key={channel.id} data-channel={channel.id}>
            <ChannelLink
              channel={channel}
              state={state}
              current={channel.id === currentChannel}
              // What is on the page is being read, but not on the Home or About tab of an app.
              isRead={channel.id === currentChannel && !isHome && !state.keptUnread[channel.id]}
            />
          </li>
        ))}
        {more}
      </ul>
    </section>
  )
}
