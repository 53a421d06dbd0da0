import { useMemo } from 'react'
import type { Viewer } from '#blocks/viewer.ts'
import { showPeople, showPerson } from '#people/openPeople.ts'
import { channelName } from '#store/client/channelName.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { navigate, parseRoute } from '#routing/route.ts'

/** The viewer for the block renderer: who is signed in, and the names of users and channels in this workspace. */
export function useWorkspaceViewer(): Viewer {
  const userId = useWorkspace((state) => state.you)
  const users = useWorkspace((state) => state.users)
  const channels = useWorkspace((state) => state.channels)
  const usergroups = useWorkspace((state) => state.usergroups)
  const emoji = useWorkspace((state) => state.emoji)
  return useMemo<Viewer>(
    () => ({
      userId,
      emoji,
      user: (id) => users[id]?.label,
      channel: (id) => channelName(channels, id),
      usergroup: (id) => usergroups[id],
      goToChannel: (id) => navigate({ channel: id }),
      showPerson,
      showGroup: (id) => showPeople({ kind: 'group', id }),
      followInternalLink,
    }),
    [userId, users, channels, usergroups, emoji],
  )
}

function followInternalLink(href: string): boolean {
  const { origin, pathname, search } = new URL(href)
  const route = parseRoute(pathname + search)
  if (origin !== location.origin || !route.channel) return false
  navigate(route)
  return true
}
