import type { ViewerChannel, ViewerUser } from 'rivulet/feedProtocol'
import { describe, expect, test } from 'vitest'
import { emptyWorkspace } from '#store/workspace.ts'
import { chosenItems, firstOf, itemOf, matching, offered } from './choosable.ts'

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
  unread: [],
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
const keys = (groups: ReturnType<typeof offered>) => groups.flatMap(({ items }) => items.map(({ key }) => key))

describe('what a select offers', () => {
  test('options in their groups, and people who are there', () => {
    const groups = [{ label: { type: 'plain_text' as const, text: 'g' }, options: [option('a')] }]
    expect(offered({ type: 'static_select', option_groups: groups }, state)).toMatchObject([
      { label: 'g', items: [{ key: 'a', label: 'a' }] },
    ])
    expect(keys(offered({ type: 'users_select' }, state))).toEqual(['U1', 'U2', 'UB'])
  })

  test('conversations that are open, as the app filters them', () => {
    expect(keys(offered({ type: 'channels_select' }, state))).toEqual(['C1'])
    expect(keys(offered({ type: 'conversations_select' }, state))).toEqual(['D1', 'C1', 'C2', 'D2'])
    expect(keys(offered({ type: 'conversations_select', filter: { include: ['private', 'im'] } }, state))).toEqual([
      'D1',
      'C2',
      'D2',
    ])
    expect(keys(offered({ type: 'conversations_select', filter: { exclude_bot_users: true } }, state))).toEqual([
      'D1',
      'C1',
      'C2',
    ])
  })

  test('what is typed narrows it, beginnings first', () => {
    const items = ['High', 'Very high', 'Low'].map((value) => itemOf(option(value)))
    expect(keys(matching([{ items }], 'h'))).toEqual(['High', 'Very high'])
    expect(keys(matching([{ items }], 'ow'))).toEqual(['Low'])
    expect(matching([{ items }], 'x')).toEqual([])
  })

  test('of very many the first, and word that there are more', () => {
    const items = Array.from({ length: 150 }, (_, i) => itemOf(option(`o${i}`)))
    const { groups, more } = firstOf([{ items: items.slice(0, 90) }, { items: items.slice(90) }])
    expect(groups.map((group) => group.items.length)).toEqual([90, 10])
    expect(more).toBe(true)
    expect(firstOf([{ items: items.slice(0, 100) }]).more).toBe(false)
  })

  test('who is chosen and not known any more is shown by their id', () => {
    expect(chosenItems({ kind: 'ids', ids: ['U2', 'C2', 'U9'] }, state).map(({ label }) => label)).toEqual([
      'Ben',
      'c2',
      'U9',
    ])
  })
})
