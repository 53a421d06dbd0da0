import { useMemo } from 'react'
import type { Viewer } from '#blocks/viewer.ts'
import { useWorkspace } from '#store/workspace.ts'
import { goTo, placeOf } from './place.ts'

/** Names for the renderer, from the workspace. */
export function useViewerOf(): Viewer {
  const you = useWorkspace((state) => state.you)
  const users = useWorkspace((state) => state.users)
  const channels = useWorkspace((state) => state.channels)
  const usergroups = useWorkspace((state) => state.usergroups)
  const emoji = useWorkspace((state) => state.emoji)
  return useMemo(
    () => ({
      you,
      emoji,
      user: (id) => users[id]?.label,
      channel: (id) => channels[id]?.name,
      usergroup: (id) => usergroups[id],
      goToChannel: (id) => goTo({ channel: id }),
      followHere,
    }),
    [you, users, channels, usergroups, emoji],
  )
}

function followHere(href: string): boolean {
  const { origin, pathname, search } = new URL(href)
  const to = placeOf(pathname + search)
  if (origin !== location.origin || !to.channel) return false
  goTo(to)
  return true
}
