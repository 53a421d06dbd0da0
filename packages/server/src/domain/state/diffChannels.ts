import type { StateChange } from './changes.ts'
import { compareLists, isSame } from './compareLists.ts'
import type { ChannelState, WorkspaceState } from './state.ts'

/** What was done with channels: their names, members, pins and bookmarks. */
export function diffChannels(before: WorkspaceState, after: WorkspaceState): StateChange[] {
  return compareLists(before.channels, after.channels, ({ id }) => id).flatMap(({ was, is }): StateChange[] => {
    if (!is) return was ? [{ change: 'deleted channel', channel: was.id, name: was.name }] : []
    const { id: channel, name, kind, members } = is
    if (!was) {
      const empty = { ...is, pins: [], bookmarks: [] }
      return [{ change: 'created channel', channel, name, kind, members }, ...partsOf(empty, is)]
    }
    return [...factsOf(was, is), ...membersOf(was, is), ...partsOf(was, is)]
  })
}

function factsOf(was: ChannelState, is: ChannelState): StateChange[] {
  const { id: channel, name } = is
  const texts = [
    ['renamed channel', 'name'],
    ['set topic', 'topic'],
    ['set purpose', 'purpose'],
  ] as const
  return [
    ...(was.archived === is.archived
      ? []
      : [{ change: is.archived ? ('archived' as const) : ('unarchived' as const), channel, name }]),
    ...texts.flatMap(([change, field]): StateChange[] =>
      was[field] === is[field] ? [] : [{ change, channel, before: was[field], after: is[field] }],
    ),
  ]
}

function membersOf(was: ChannelState, is: ChannelState): StateChange[] {
  return compareLists(was.members, is.members, (user) => user).flatMap((pair): StateChange[] => {
    const user = pair.is ?? pair.was
    return user === undefined ? [] : [{ change: pair.is === undefined ? 'left' : 'joined', channel: is.id, user }]
  })
}

/** Pins and bookmarks. */
function partsOf(was: ChannelState, is: ChannelState): StateChange[] {
  const channel = is.id
  const pins = compareLists(was.pins, is.pins, ({ ts }) => ts).flatMap((pair): StateChange[] => {
    const pin = pair.is ?? pair.was
    return pin ? [{ change: pair.is ? 'pinned' : 'unpinned', channel, ts: pin.ts, by: pin.user }] : []
  })
  const bookmarks = compareLists(was.bookmarks, is.bookmarks, ({ id }) => id).flatMap((pair): StateChange[] => {
    const one = pair.is ?? pair.was
    if (!one || isSame(pair.was, pair.is)) return []
    const change = !pair.was ? 'bookmarked' : pair.is ? 'changed bookmark' : 'removed bookmark'
    return [{ change, channel, title: one.title, link: one.link }]
  })
  return [...pins, ...bookmarks]
}
