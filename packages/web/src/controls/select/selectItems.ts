import { replaceEmojiNames } from '@rivulet/blocks/emoji/inText'
import type { Select, SelectOption } from '@rivulet/blocks/types'
import type { ViewerChannel, ViewerUser } from 'rivulet/feedProtocol'
import { useMemo } from 'react'
import { directPartnerOf, channelTitle } from '#names/channelTitle.ts'
import { askForChannel } from '#store/client/pageClient.ts'
import { useWorkspace, type Workspace } from '#store/workspace/workspace.ts'
import type { ControlValue } from '#controls/surface/controlValue.ts'

/** Something to choose in a select: an option of the app, a user, or a channel. */
export type SelectItem = {
  key: string
  label: string
  hint?: string | undefined
  option?: SelectOption
  user?: ViewerUser | undefined
  channel?: ViewerChannel
}
export type SelectItemGroup = { label?: string | undefined; items: readonly SelectItem[] }

/** The users and channels to choose from. */
type Choosable = Pick<Workspace, 'users' | 'channels' | 'you'>

export function useChoosable(): Choosable {
  const users = useWorkspace((state) => state.users)
  const channels = useWorkspace((state) => state.channels)
  const you = useWorkspace((state) => state.you)
  return useMemo(() => ({ users, channels, you }), [users, channels, you])
}

export function toSelectItem(option: SelectOption): SelectItem {
  return {
    key: option.value ?? option.text.text,
    label: replaceEmojiNames(option.text.text),
    hint: option.description?.text,
    option,
  }
}

/** All items of a select; none for an external select, whose options only its app knows. */
export function listSelectItems(element: Select, state: Choosable): SelectItemGroup[] {
  switch (element.type) {
    case 'static_select':
    case 'multi_static_select':
      if (element.option_groups)
        return element.option_groups.map(({ label, options }) => ({
          label: label.text,
          items: options.map(toSelectItem),
        }))
      return [{ items: (element.options ?? []).map(toSelectItem) }]
    case 'users_select':
    case 'multi_users_select':
      return [
        { items: sortItems(Object.values(state.users).flatMap((user) => (user.deleted ? [] : [toUserItem(user)]))) },
      ]
    case 'channels_select':
    case 'multi_channels_select':
    case 'conversations_select':
    case 'multi_conversations_select':
      return [{ items: sortItems(listChannelItems(element, state)) }]
    default:
      return []
  }
}

function listChannelItems(element: Select, state: Choosable): SelectItem[] {
  const publicOnly = element.type === 'channels_select' || element.type === 'multi_channels_select'
  const { include, exclude_bot_users: noApps } = element.filter ?? {}
  return Object.values(state.channels).flatMap((channel) => {
    if (channel.archived || (publicOnly && channel.kind !== 'public')) return []
    if (!publicOnly && include && !include.includes(channel.kind)) return []
    if (noApps && directPartnerOf(channel, state)?.app_id !== undefined) return []
    return [toChannelItem(channel, state)]
  })
}

/** The chosen items of a value. A user or channel that is not known here is shown by its id. */
export function listChosenItems(value: ControlValue, state: Choosable): SelectItem[] {
  if (value.kind === 'options') return value.options.map(toSelectItem)
  if (value.kind !== 'ids') return []
  return value.ids.map((id) => {
    const channel = state.channels[id]
    const user = state.users[id]
    if (!channel && !user) askForChannel(id)
    return channel ? toChannelItem(channel, state) : user ? toUserItem(user) : { key: id, label: id }
  })
}

/** The items that contain the text; those that begin with it come first. */
export function filterItems(groups: readonly SelectItemGroup[], text: string): SelectItemGroup[] {
  const query = text.trim().replace(/^[#@]/, '').toLocaleLowerCase()
  if (query === '') return groups.filter(({ items }) => items.length > 0)
  const rank = ({ label, hint, user }: SelectItem) => {
    const itemText = `${label} ${hint ?? ''} ${user?.name ?? ''}`.toLocaleLowerCase()
    return itemText.startsWith(query) ? 0 : itemText.includes(` ${query}`) ? 1 : itemText.includes(query) ? 2 : 3
  }
  return groups
    .map(({ label, items }) => ({
      label,
      items: items.filter((item) => rank(item) < 3).toSorted((a, b) => rank(a) - rank(b)),
    }))
    .filter(({ items }) => items.length > 0)
}

/** A longer list would not be read. */
const maxItems = 100

/** The first items, and whether there are more. */
export function limitItems(groups: readonly SelectItemGroup[]): { groups: SelectItemGroup[]; more: boolean } {
  let left = maxItems
  const shown = groups.map(({ label, items }) => {
    const first = items.slice(0, left)
    left -= first.length
    return { label, items: first }
  })
  const all = groups.reduce((sum, { items }) => sum + items.length, 0)
  return { groups: shown.filter(({ items }) => items.length > 0), more: all > maxItems }
}

function toUserItem(user: ViewerUser): SelectItem {
  return { key: user.id, label: user.label, hint: user.real_name === user.label ? undefined : user.real_name, user }
}

function toChannelItem(channel: ViewerChannel, state: Choosable): SelectItem {
  return { key: channel.id, label: channelTitle(channel, state), channel, user: directPartnerOf(channel, state) }
}

function sortItems(items: readonly SelectItem[]): SelectItem[] {
  return items.toSorted((a, b) => a.label.localeCompare(b.label))
}
