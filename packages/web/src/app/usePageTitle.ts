import { useEffect } from 'react'
import { channelTitle, isNamedChannel } from '#names/channelTitle.ts'
import { useRoute } from '#routing/route.ts'
import { maxUnread } from '#store/workspace/unread.ts'
import { useWorkspace, type Workspace } from '#store/workspace/workspace.ts'

/** Shows in the title of the page how many direct messages wait to be read, and what is on it: "(2) #general · Acme". */
export function usePageTitle(): void {
  const { channel } = useRoute()
  const title = useWorkspace((state) => `${countOf(state)}${placeOf(state, channel)}`)
  useEffect(() => {
    document.title = title
  }, [title])
}

function countOf({ channels }: Workspace): string {
  const direct = Object.values(channels).filter(({ kind }) => kind === 'im' || kind === 'mpim')
  const unread = direct.reduce((sum, { unread }) => sum + unread.length, 0)
  if (unread === 0) return ''
  return `(${unread < maxUnread ? unread : `${maxUnread - 1}+`}) `
}

function placeOf(state: Workspace, id: string | undefined): string {
  const channel = id === undefined ? undefined : state.channels[id]
  const name = channel && `${isNamedChannel(channel) ? '#' : ''}${channelTitle(channel, state)}`
  return [name, state.team.name].filter(Boolean).join(' · ') || 'Rivulet'
}
