import { useMemo } from 'react'
import type { Known } from '#composer/mentions/mentions.ts'
import { isNamedChannel } from '#names/channelTitle.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'

/** Everybody and everything that a message can name. */
export function useKnown(): Known {
  const users = useWorkspace((state) => state.users)
  const groups = useWorkspace((state) => state.usergroups)
  const channels = useWorkspace((state) => state.channels)
  return useMemo(
    () => ({
      users: Object.values(users),
      groups: Object.values(groups),
      channels: Object.values(channels).filter(isNamedChannel),
    }),
    [users, groups, channels],
  )
}
