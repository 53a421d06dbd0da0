import type { Select, SelectOption } from '@rivulet/blocks/block'
import type { ViewerChannel, ViewerUser } from 'rivulet/feedProtocol'
import { useMemo } from 'react'
import { partnerOf, titleOf } from '#sidebar/names.ts'
import { useWorkspace, type Workspace } from '#store/workspace.ts'
import type { Value } from './value.ts'

/** One thing that may be chosen: an option of the app's, a person, a conversation. */
export type Item = {
  key: string
  label: string
  hint?: string | undefined
  option?: SelectOption
  user?: ViewerUser | undefined
  channel?: ViewerChannel
}
export type ItemGroup = { label?: string | undefined; items: readonly Item[] }

/** Who and what there is to choose from. */
type Known = Pick<Workspace, 'users' | 'channels' | 'you'>

export function useKnown(): Known {
  const users = useWorkspace((state) => state.users)
  const channels = useWorkspace((state) => state.channels)
  const you = useWorkspace((state) => state.you)
  return useMemo(() => ({ users, channels, you }), [users, channels, you])
}

export function itemOf(option: SelectOption): Item {
  return { key: option.value ?? option.text.text, label: option.text.text, hint: option.description?.text, option }
}

/** All that a select offers by itself; of one whose options the app knows, nothing. */
export function offered(element: Select, state: Known): ItemGroup[] {
  switch (element.type) {
    case 'static_select':
    case 'multi_static_select':
      if (element.option_groups)
        return element.option_groups.map(({ label, options }) => ({ label: label.text, items: options.map(itemOf) }))
      return [{ items: (element.options ?? []).map(itemOf) }]
    case 'users_select':
    case 'multi_users_select':
      return [{ items: sorted(Object.values(state.users).flatMap((user) => (user.deleted ? [] : [userItem(user)]))) }]
    case 'channels_select':
    case 'multi_channels_select':
    case 'conversations_select':
    case 'multi_conversations_select':
      return [{ items: sorted(conversations(element, state)) }]
    default:
      return []
  }
}

function conversations(element: Select, state: Known): Item[] {
  const publicOnly = element.type === 'channels_select' || element.type === 'multi_channels_select'
  const { include, exclude_bot_users: noApps } = element.filter ?? {}
  return Object.values(state.channels).flatMap((channel) => {
    if (channel.archived || (publicOnly && channel.kind !== 'public')) return []
    if (!publicOnly && include && !include.includes(channel.kind)) return []
    if (noApps && partnerOf(channel, state)?.app_id !== undefined) return []
    return [channelItem(channel, state)]
  })
}

/** What is chosen, as it is shown; of what nobody knows, the id. */
export function chosenItems(value: Value, state: Known): Item[] {
  if (value.kind === 'options') return value.options.map(itemOf)
  if (value.kind !== 'ids') return []
  return value.ids.map((id) => {
    const channel = state.channels[id]
    const user = state.users[id]
    return channel ? channelItem(channel, state) : user ? userItem(user) : { key: id, label: id }
  })
}

/** Those whose words hold what is looked for; beginnings first. */
export function matching(groups: readonly ItemGroup[], text: string): ItemGroup[] {
  const wanted = text.trim().replace(/^[#@]/, '').toLocaleLowerCase()
  if (wanted === '') return groups.filter(({ items }) => items.length > 0)
  const rank = ({ label, hint, user }: Item) => {
    const said = `${label} ${hint ?? ''} ${user?.name ?? ''}`.toLocaleLowerCase()
    return said.startsWith(wanted) ? 0 : said.includes(` ${wanted}`) ? 1 : said.includes(wanted) ? 2 : 3
  }
  return groups
    .map(({ label, items }) => ({
      label,
      items: items.filter((item) => rank(item) < 3).toSorted((a, b) => rank(a) - rank(b)),
    }))
    .filter(({ items }) => items.length > 0)
}

/** So many at most: nobody reads on. */
const most = 100

/** The first of them, and whether there are more. */
export function firstOf(groups: readonly ItemGroup[]): { groups: ItemGroup[]; more: boolean } {
  let left = most
  const shown = groups.map(({ label, items }) => {
    const first = items.slice(0, left)
    left -= first.length
    return { label, items: first }
  })
  const all = groups.reduce((sum, { items }) => sum + items.length, 0)
  return { groups: shown.filter(({ items }) => items.length > 0), more: all > most }
}

function userItem(user: ViewerUser): Item {
  return { key: user.id, label: user.label, hint: user.real_name === user.label ? undefined : user.real_name, user }
}

function channelItem(channel: ViewerChannel, state: Known): Item {
  return { key: channel.id, label: titleOf(channel, state), channel, user: partnerOf(channel, state) }
}

function sorted(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => a.label.localeCompare(b.label))
}
