import type { ViewerActivity } from 'rivulet/feedProtocol'
import { useEffect, useState } from 'react'
import { askForChannel, request } from '#store/client/pageClient.ts'
import type { ActivityKind } from '#routing/route.ts'
import { useWorkspace, type Workspace } from '#store/workspace/workspace.ts'

type Loaded = { items: readonly ViewerActivity[]; next?: string | undefined; error?: string | undefined }

/** [NTF-5] What concerns the person, page by page. It is read again when something new comes. */
export function useActivity(show: ActivityKind) {
  const [loaded, setLoaded] = useState<Loaded & { show: ActivityKind }>()
  const newest = useWorkspace(newestOf)
  useEffect(() => {
    let outdated = false
    void fetchPage(show).then((page) => {
      if (outdated) return
      setLoaded((before) => ({
        show,
        ...page,
        items: before?.show === show ? keepUnread(page.items, before.items) : page.items,
      }))
      void request({ type: 'seen' }, 'done')
    })
    return () => {
      outdated = true
    }
  }, [show, newest])

  async function fetchMore(from: string) {
    const page = await fetchPage(show, from)
    setLoaded((before) =>
      before?.show === show && before.next === from
        ? { ...page, show, items: [...before.items, ...page.items] }
        : before,
    )
  }

  const current = loaded?.show === show ? loaded : undefined
  const next = current?.next
  return {
    items: current?.items,
    error: current?.error,
    /** Undefined if there is no more. */
    fetchMore: next === undefined ? undefined : () => void fetchMore(next),
  }
}

/** Changes when there is something that the list does not have, or when something of it was read. */
function newestOf({ channels, activity }: Workspace): string {
  const mentions = Object.values(channels).flatMap((channel) => channel.mentions)
  const threads = Object.values(activity.threads).map(({ channel, latest }) => channel + latest)
  return [activity.reactions > 0, ...mentions, ...threads].join()
}

/** To look at the list is to see its reactions. They stay marked as new until the person leaves it. */
function keepUnread(items: readonly ViewerActivity[], before: readonly ViewerActivity[]): ViewerActivity[] {
  const unread = new Set(before.flatMap((item) => (item.kind === 'reaction' && item.unread ? [keyOf(item)] : [])))
  return items.map((item) => (unread.has(keyOf(item)) ? { ...item, unread: true } : item))
}

export function keyOf({ kind, channel, ts, at, reaction }: ViewerActivity): string {
  return [kind, channel, ts, at, reaction?.user, reaction?.name].join()
}

async function fetchPage(show: ActivityKind, before?: string): Promise<Loaded> {
  const result = await request({ type: 'activity', show, ...(before ? { before } : {}) }, 'activity')
  if (!result.ok) return { items: [], error: result.detail }
  const { items, next } = result.answer
  for (const { channel } of items) askForChannel(channel)
  return { items, next }
}
