import type { ViewerUser } from 'rivulet/feedProtocol'
import { useEffect, useRef } from 'react'
import { send } from '#store/client/pageClient.ts'
import { sendInteraction } from '#store/interactions/sendInteraction.ts'

type View = {
  app: ViewerUser | undefined
  channel: string
  /** The conversation that is shown. */
  threadTs: string | undefined
  /** The channel that is on the screen beside it. */
  looking: string | undefined
}

/**
 * [EVT-10] Tells an agent which channel is shown beside it: when it is opened, and whenever that changes. An assistant is
 * told in the conversation that is shown; it knows of one that has just begun. `onBegun` is called with the conversation
 * that the server has begun. Returns what takes note of a conversation that the page has begun.
 */
export function useViewedChannel({ app, channel, threadTs, looking }: View, onBegun: (threadTs: string) => void) {
  const told = useRef<string>(undefined)
  const id = app?.app_id
  const isAgent = app?.agent === true
  const toKey = (thread = '') => (isAgent ? `${looking}` : `${thread} ${looking}`)
  const note = (thread: string) => {
    told.current = toKey(thread)
  }
  useEffect(() => {
    if (id === undefined) return undefined
    if (isAgent) note('')
    void sendInteraction('home', { app_id: id, tab: 'messages', looking }).then((visit) => {
      const begun = visit.ok ? visit.answer.thread_ts : undefined
      if (begun === undefined) return
      note(begun)
      onBegun(begun)
    })
    return isAgent ? () => void send({ type: 'looks', channel }) : undefined
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each agent that is opened
  }, [id, channel, isAgent])
  useEffect(() => {
    if (id === undefined || (!isAgent && threadTs === undefined) || told.current === toKey(threadTs)) return
    const looks = { ...(threadTs ? { thread_ts: threadTs } : {}), ...(looking ? { looking } : {}) }
    if (send({ type: 'looks', channel, ...looks })) note(threadTs ?? '')
  })
  return note
}
