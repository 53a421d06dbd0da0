import type { ViewerChannel, ViewerUser } from 'rivulet/feedProtocol'
import { describe, expect, test } from 'vitest'
import { emptyWorkspace } from '#store/workspace/workspace.ts'
import { listChosenItems, limitItems, toSelectItem, filterItems, listSelectItems } from './selectItems.ts'

const user = (id: string, label: string, more: Partial<ViewerUser> = {}): ViewerUser => ({
  id,
  name: label.toLowerCase(),
  real_name: label,
  label,
  tz: 'UTC',
  locale: 'en-US',
  deleted: false,
  ...more,
})
const channel = (id: string, more: Partial<ViewerChannel> = {}): ViewerChannel => ({
  id,
  name: id.toLowerCase(),
  kind: 'public',
  topic: '',
  archived: false,
  general: false,
  member: true,
  posting: 'everyone',
  threads: true,
  members: ['U1', 'U2'],
  latest: null,
  last_read: null,
  closed_at: null,
  unread: [],
  mentions: [],
  ...more,
})
const state = {
  ...emptyWorkspace,
  you: 'U1',
  users: {
    U1: user('U1', 'Ana'),
    U2: user('U2', 'Ben'),
    U3: user('U3', 'Gone', { deleted: true }),
    UB: user('UB', 'Scout', { app_id: 'A1' }),
  },
  channels: {
    C1: channel('C1'),
    C2: channel('C2', { kind: 'private' }),
    C3: channel('C3', { archived: true }),
    D1: channel('D1', { kind: 'im' }),
    D2: channel('D2', { kind: 'im', members: ['U1', 'UB'] }),
  },
}
const option = (value: string) => ({ text: { type: 'plain_text' as const, text: value }, value })
const keys = (groups: ReturnType<typeof listSelectItems>) => groups.flatMap(({ items }) => items.map(({ key }) => key))

describe('the items of a select', () => {
  test('are options in their groups, or users who are not deleted', () => {
    const groups = [{ label: { type: 'plain_text' as const, text: 'g' }, options: [option('a')] }]
    expect(listSelectItems({ type: 'static_select', option_groups: groups }, state)).toMatchObject([
      { label: 'g', items: [{ key: 'a', label: 'a' }] },
    ])
    expect(keys(listSelectItems({ type: 'users_select' }, state))).toEqual(['U1', 'U2', 'UB'])
  })

  test('are channels that are not archived and pass the filter of the app', () => {
    expect(keys(listSelectItems({ type: 'channels_select' }, state))).toEqual(['C1'])
    expect(keys(listSelectItems({ type: 'conversations_select' }, state))).toEqual(['D1', 'C1', 'C2', 'D2'])
    expect(
      keys(listSelectItems({ type: 'conversations_select', filter: { include: ['private', 'im'] } }, state)),
    ).toEqual(['D1', 'C2', 'D2'])
    expect(keys(listSelectItems({ type: 'conversations_select', filter: { exclude_bot_users: true } }, state))).toEqual(
      ['D1', 'C1', 'C2'],
    )
  })

  test('are filtered by the typed text, those that begin with it first', () => {
    const items = ['High', 'Very high', 'Low'].map((value) => toSelectItem(option(value)))
    expect(keys(filterItems([{ items }], 'h'))).toEqual(['High', 'Very high'])
    expect(keys(filterItems([{ items }], 'ow'))).toEqual(['Low'])
    expect(filterItems([{ items }], 'x')).toEqual([])
  })

  test('are limited to the first hundred, and report that there are more', () => {
    const items = Array.from({ length: 150 }, (_, i) => toSelectItem(option(`o${i}`)))
    const { groups, more } = limitItems([{ items: items.slice(0, 90) }, { items: items.slice(90) }])
    expect(groups.map((group) => group.items.length)).toEqual([90, 10])
    expect(more).toBe(true)
    expect(limitItems([{ items: items.slice(0, 100) }]).more).toBe(false)
  })

  test('a chosen user who is unknown here is shown by id', () => {
    expect(listChosenItems({ kind: 'ids', ids: ['U2', 'C2', 'U9'] }, state).map(({ label }) => label)).toEqual([
      'Ben',
      'c2',
      'U9',
    ])
  })
})
