import { useEffect } from 'react'
import { maxUnread } from '#store/workspace/unread.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'

/** Shows in the title of the page how many direct messages wait to be read. */
export function usePageTitle(): void {
  const unread = useWorkspace((state) =>
    Object.values(state.channels)
      .filter(({ kind }) => kind === 'im' || kind === 'mpim')
      .reduce((sum, channel) => sum + channel.unread.length, 0),
  )
  useEffect(() => {
    document.title = unread > 0 ? `(${unread < maxUnread ? unread : `${maxUnread - 1}+`}) Rivulet` : 'Rivulet'
  }, [unread])
}
