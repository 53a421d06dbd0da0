import { Emoji } from '#blocks/Emoji.tsx'
import { countUnread } from '#store/workspace/unread.ts'
import { ChevronIcon } from '#ui/icons.tsx'
import { arrangeGroups, type GroupsProps, plainSidebar, withClosed } from './arrangement.ts'
import { ChannelGroup } from '#sidebar/ChannelGroup.tsx'
import { orTell } from '#sidebar/rows/sidebarError.ts'
import { saveSidebar } from './saveSidebar.ts'
import { SectionMenu } from './SectionMenu.tsx'
import styles from '#sidebar/Sidebar.module.css'

/** [SDB-1] The channels in the sections that the person made. Sections can be closed. */
export function ArrangedGroups({ groups, state, currentChannel }: GroupsProps) {
  const isUnread = (channel: (typeof groups)[number]['channels'][number]) =>
    channel.id !== currentChannel && countUnread(channel).unread > 0
  const layout = state.sidebar ?? plainSidebar
  const own = layout.sections.map(({ id }) => id)
  const arranged = arrangeGroups(groups, layout, isUnread, currentChannel)
  return arranged.map(({ id, title, emoji, channels, isClosed, buttons, more }) => (
    <ChannelGroup
      key={id}
      id={id}
      title={
        <button
          type="button"
          className={styles['toggle']}
          aria-expanded={!isClosed}
          onClick={() => orTell(saveSidebar((known) => withClosed(known, id, !isClosed)))}
        >
          <ChevronIcon size={12} />
          {emoji && <Emoji name={emoji.replaceAll(':', '')} />}
          <span className={styles['name']}>{title}</span>
        </button>
      }
      channels={channels}
      state={state}
      currentChannel={currentChannel}
      more={!isClosed && more}
      isOwn={own.includes(id)}
    >
      {own.includes(id) ? (
        <SectionMenu id={id} name={title} isFirst={id === own[0]} isLast={id === own.at(-1)} />
      ) : (
        buttons
      )}
    </ChannelGroup>
  ))
}
