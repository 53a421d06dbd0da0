import { expect, test } from 'vitest'
import { general } from '#store/workspace/testing/frames.ts'
import {
  arrangeGroups,
  type Group,
  plainSidebar,
  sectionOf,
  withChannelIn,
  withClosed,
  withSectionBefore,
  withSectionMoved,
} from './arrangement.ts'

const channel = (id: string) => ({ ...general, id })
const groups: Group[] = [
  { id: 'channels', title: 'Channels', channels: [channel('C1'), channel('C2'), channel('C3')] },
  { id: 'apps', title: 'Apps', channels: [], more: false },
  { id: 'direct', title: 'Direct messages', channels: [channel('D1')] },
]
const section = (id: string, ...channels: string[]) => ({ id, name: id, emoji: '', channels })
const layout = { ...plainSidebar, sections: [section('s1'), section('s2', 'C3', 'D1', 'C0GONE')] }
const show = (sidebar: typeof layout, unread: string[] = [], current?: string) =>
  arrangeGroups(groups, sidebar, ({ id }) => unread.includes(id), current).map(
    ({ id, channels }) => `${id}: ${channels.map((one) => one.id).join(' ')}`,
  )

test('[SDB-1] each channel is in the section of the person, or where it was, once', () => {
  expect(show(layout)).toEqual(['s1: ', 's2: C3 D1', 'channels: C1 C2', 'direct: '])
  const moved = withChannelIn(withChannelIn(layout, 'C3', 's1'), 'D1', undefined)
  expect(show(moved)).toEqual(['s1: C3', 's2: ', 'channels: C1 C2', 'direct: D1'])
  expect(show(withSectionMoved(moved, 's2', -1))).toEqual(['s2: ', 's1: C3', 'channels: C1 C2', 'direct: D1'])
  expect(withSectionMoved(moved, 's1', -1)).toEqual(moved)
})

test('[SDB-3] a channel stands where it was put in a section, and a section before another', () => {
  const first = withChannelIn(layout, 'D1', 's2', 'C3')
  expect(show(first)[1]).toBe('s2: D1 C3')
  expect(show(withChannelIn(first, 'D1', 's2'))[1]).toBe('s2: C3 D1')
  expect(show(withChannelIn(first, 'C1', 's2', 'C3'))[1]).toBe('s2: D1 C1 C3')
  expect(show(withChannelIn(first, 'C1', 's2', 'C-unknown'))[1]).toBe('s2: D1 C3 C1')
  expect([sectionOf(first, 'D1'), sectionOf(first, 'C1'), sectionOf(undefined, 'D1')]).toEqual([
    's2',
    undefined,
    undefined,
  ])
  expect(show(withSectionBefore(layout, 's2', 's1')).slice(0, 2)).toEqual(['s2: C3 D1', 's1: '])
  expect(show(withSectionBefore(layout, 's1', undefined)).slice(0, 2)).toEqual(['s2: C3 D1', 's1: '])
})

test('[SDB-2] a closed section shows what is unread and what is open; unread comes first if wanted', () => {
  const closed = withClosed(layout, 'channels', true)
  expect(show(closed, ['C2'], 'C1')[2]).toBe('channels: C1 C2')
  expect(show(closed)[2]).toBe('channels: ')
  expect(show({ ...closed, unread_first: true }, ['C2'], 'C1')[2]).toBe('channels: C2 C1')
  expect(show(withClosed(closed, 'channels', false))[2]).toBe('channels: C1 C2')
})
