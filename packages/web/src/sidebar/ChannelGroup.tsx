import type { ViewerChannel } from 'rivulet/feedProtocol'
import type { ReactNode } from 'react'
import { useRoute } from '#routing/route.ts'
import type { Workspace } from '#store/workspace/workspace.ts'
import { ChannelLink } from './ChannelLink.tsx'
import styles from './Sidebar.module.css'

export type GroupProps = {
  title: ReactNode
  channels: readonly ViewerChannel[]
  state: Workspace
  currentChannel: string | undefined
  /** Buttons next to the title. */
  children?: ReactNode
  /** Shown at the end of the list. */
  more?: ReactNode
}

export function ChannelGroup({ title, channels, state, currentChannel, children, more }: GroupProps) {
  const isHome = useRoute().tab !== undefined
  return (
    <section className={styles['group']}>
      <div className={styles['groupHead']}>
        <h2 className={styles['title']}>{title}</h2>
        <span className={styles['headButtons']}>{children}</span>
      </div>
      <ul>
        {channels.map((channel) => (
          <li key={channel.id}>
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
