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
    channels: channels.flatMap((one) => all.find((channel) => channel.id === one) ?? []),
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

/** Moves a channel to a section, before another one or to its end; or out of all sections. */
export function withChannelIn(
  layout: ViewerSidebar,
  channel: string,
  section: string | undefined,
  before?: string,
): ViewerSidebar {
  const sections = layout.sections.map((one) => {
    const others = one.channels.filter((id) => id !== channel)
    return { ...one, channels: one.id === section ? insert(others, channel, others.indexOf(before ?? '')) : others }
  })
  return { ...layout, sections }
}

/** Moves a section by so many places. */
export function withSectionMoved(layout: ViewerSidebar, id: string, by: number): ViewerSidebar {
  const from = layout.sections.findIndex((section) => section.id === id)
  const section = layout.sections[from]
  if (!section) return layout
  const others = layout.sections.filter((one) => one !== section)
  return { ...layout, sections: insert(others, section, Math.max(0, from + by)) }
}

/** Moves a section before another one, or behind all others. */
export function withSectionBefore(layout: ViewerSidebar, id: string, before: string | undefined): ViewerSidebar {
  const others = layout.sections.filter((section) => section.id !== id)
  const section = layout.sections.find((one) => one.id === id)
  if (!section) return layout
  const at = others.findIndex((one) => one.id === before)
  return { ...layout, sections: insert(others, section, at) }
}

export function withoutSection(layout: ViewerSidebar, id: string): ViewerSidebar {
  return { ...layout, sections: layout.sections.filter((section) => section.id !== id) }
}

/** The section that a channel is in. */
export function sectionOf(layout: ViewerSidebar | undefined, channel: string): string | undefined {
  return layout?.sections.find(({ channels }) => channels.includes(channel))?.id
}

export function withClosed(layout: ViewerSidebar, id: string, isClosed: boolean): ViewerSidebar {
  const others = layout.closed.filter((one) => one !== id)
  return { ...layout, closed: isClosed ? [...others, id] : others }
}

/** Puts something at a place of a list, or at its end if there is no such place. */
function insert<One>(list: readonly One[], one: One, at: number): One[] {
  return at < 0 ? [...list, one] : list.toSpliced(at, 0, one)
}
