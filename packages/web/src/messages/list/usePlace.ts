import { useCallback, useEffect, useState } from 'react'
import { useRoute } from '#routing/route.ts'
import { openAt } from '#store/client/pageClient.ts'
import { covers } from '#store/workspace/timeline.ts'
import { findMissingPage, timelineOf, type TimelineKey } from '#store/workspace/timelines.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'

export type Place = {
  /** The message that the address names, until the person has gone to the newest messages. */
  target: string | undefined
  /** Up to where the person had read when the list was opened, if it opens there. */
  start: string | undefined
  /** Whether the messages around that place are still to come. */
  isLooking: boolean
  leave: () => void
}

/**
 * [WEB-8, WEB-10] Where a list of messages opens: at the message `named` by the address, else at the first message after
 * `readUpTo`, else at its end.
 */
export function usePlace({ channel, thread }: TimelineKey, named: string | undefined, readUpTo?: string): Place {
  const route = useRoute()
  const [left, setLeft] = useState<string>()
  const [start, setStart] = useState(named === undefined ? readUpTo : undefined)
  if (named !== undefined && start !== undefined) setStart(undefined)
  const target = named === left ? undefined : named
  const isMissing = useWorkspace((state) => {
    if (target !== undefined) return findMissingPage(state, route) !== undefined
    const timeline = timelineOf(state, { channel, thread })
    return start !== undefined && timeline !== undefined && !covers(timeline, start)
  })
  useEffect(() => {
    if (start !== undefined) openAt({ channel, thread }, start)
  }, [channel, thread, start])
  const leave = useCallback(() => {
    setLeft(named)
    setStart(undefined)
  }, [named])
  return { target, start, isLooking: isMissing, leave }
}
