import { announce } from '#announcer/announce.ts'
import { channelTitle } from '#names/channelTitle.ts'
import {
  sectionOf,
  withChannelIn,
  withoutSection,
  withSectionBefore,
  withSectionMoved,
} from '#sidebar/arranged/arrangement.ts'
import { saveSidebar } from '#sidebar/arranged/saveSidebar.ts'
import { workspace } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'

// What a person does to rows and sections with the pointer or in a menu. Each resolves to what went wrong.

/** [SDB-3] Moves a channel into a section, before another one or to its end; without a section out of all. */
export async function moveChannel(id: string, section?: string, before?: string): Promise<string | undefined> {
  const problem = await saveSidebar((layout) => withChannelIn(layout, id, section, before))
  if (problem === undefined) announce(tellPlace(id))
  return problem
}

export function moveSection(id: string, by: -1 | 1): Promise<string | undefined> {
  return arrange(id, (layout) => withSectionMoved(layout, id, by))
}

export function putSectionBefore(id: string, before: string | undefined): Promise<string | undefined> {
  return arrange(id, (layout) => withSectionBefore(layout, id, before))
}

export async function deleteSection(id: string): Promise<string | undefined> {
  const name = nameOf(id)
  const problem = await saveSidebar((layout) => withoutSection(layout, id))
  if (problem === undefined) announce(t('{name} is deleted. Its conversations are where they were.', { name }))
  return problem
}

async function arrange(id: string, change: Parameters<typeof saveSidebar>[0]): Promise<string | undefined> {
  const problem = await saveSidebar(change)
  const all = workspace.getState().sidebar?.sections ?? []
  const place = all.findIndex((section) => section.id === id) + 1
  if (problem === undefined)
    announce(t('{name} is section {place} of {count}.', { name: nameOf(id), place, count: all.length }))
  return problem
}

function tellPlace(id: string): string {
  const state = workspace.getState()
  const channel = state.channels[id]
  const name = channel ? channelTitle(channel, state) : id
  const section = state.sidebar?.sections.find((one) => one.id === sectionOf(state.sidebar, id))
  if (!section) return t('{name} is in no section.', { name })
  const [place, count] = [section.channels.indexOf(id) + 1, section.channels.length]
  return t('{name} is number {place} of {count} in {section}.', { name, place, count, section: section.name })
}

function nameOf(section: string): string {
  return workspace.getState().sidebar?.sections.find(({ id }) => id === section)?.name ?? ''
}
