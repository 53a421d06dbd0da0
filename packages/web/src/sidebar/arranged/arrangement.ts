import type { ViewerChannel, ViewerSidebar } from 'rivulet/feedProtocol'
import type { ReactNode } from 'react'
import type { Workspace } from '#store/workspace/workspace.ts'

/** A list of channels in the sidebar. */
export type Group = {
  /** That of a section that the person made, or `channels`, `apps`, `direct`. */
  id: string
  title: string
  emoji?: string
  channels: readonly ViewerChannel[]
  buttons?: ReactNode
  more?: ReactNode
}
export type GroupsProps = { groups: readonly Group[]; state: Workspace; currentChannel: string | undefined }

export const plainSidebar: ViewerSidebar = { sections: [], closed: [], unread_first: false }

/** [SDB-1] The groups as the person has arranged them: their own sections first, each channel once. */
export function arrangeGroups(
  groups: readonly Group[],
  { sections, closed, unread_first: unreadFirst }: ViewerSidebar,
  isUnread: (channel: ViewerChannel) => boolean,
  currentChannel: string | undefined,
): (Group & { isClosed: boolean })[] {
  const all = groups.flatMap(({ channels }) => channels)
  const placed = new Set(sections.flatMap(({ channels }) => channels))
  const own = sections.map(({ id, name, emoji, channels }) => ({
    id,
    title: name,
    emoji,
    channels: all.filter((channel) => channels.includes(channel.id)),
  }))
  const rest = groups.map((group) => ({ ...group, channels: group.channels.filter(({ id }) => !placed.has(id)) }))
  return [
    ...own,
    ...rest.filter(({ id, channels, more }) => id !== 'apps' || channels.length > 0 || more !== false),
  ].map((group: Group) => {
    const isClosed = closed.includes(group.id)
    // A closed section still shows what is unread, and where one is.
    const shown = group.channels.filter((one) => !isClosed || isUnread(one) || one.id === currentChannel)
    const channels = unreadFirst ? [...shown.filter(isUnread), ...shown.filter((one) => !isUnread(one))] : shown
    return { ...group, channels, isClosed }
  })
}

/** Moves a channel to a section, or out of all. */
export function withChannelIn(layout: ViewerSidebar, channel: string, section: string | undefined): ViewerSidebar {
  const sections = layout.sections.map((one) => {
    const others = one.channels.filter((id) => id !== channel)
    return { ...one, channels: one.id === section ? [...others, channel] : others }
  })
  return { ...layout, sections }
}

/** Moves a section by so many places. */
export function withSectionMoved(layout: ViewerSidebar, id: string, by: number): ViewerSidebar {
  const from = layout.sections.findIndex((section) => section.id === id)
  const section = layout.sections[from]
  const sections = layout.sections.filter((one) => one !== section)
  if (section) sections.splice(Math.max(0, from + by), 0, section)
  return { ...layout, sections }
}

export function withClosed(layout: ViewerSidebar, id: string, isClosed: boolean): ViewerSidebar {
  const others = layout.closed.filter((one) => one !== id)
  return { ...layout, closed: isClosed ? [...others, id] : others }
}
