import type { ServerFrame, ViewerConversation } from 'rivulet/feedProtocol'
import { useEffect, useState } from 'react'
import { onFrame, request } from '#store/client/pageClient.ts'

type Loaded = { items: readonly ViewerConversation[]; next?: string | undefined; error?: string | undefined }

/** How long changes are gathered before the list is read again. */
const gatherMs = 400

/** [AGT-1] The conversations with an app, page by page. The list is read again when something changes in them. */
export function useConversations(channel: string, text: string) {
  const [loaded, setLoaded] = useState<Loaded & { key: string }>()
  const key = `${channel} ${text}`
  useEffect(() => {
    let outdated = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = async () => {
      timer = undefined
      const first = await fetchPage(channel, text)
      if (outdated) return
      setLoaded((before) => ({ key, ...(before?.key === key ? withFirstPage(before, first) : first) }))
    }
    void read()
    const stop = onFrame((frame) => {
      if (changesConversations(frame, channel)) timer ??= setTimeout(() => void read(), gatherMs)
    })
    return () => {
      outdated = true
      clearTimeout(timer)
      stop()
    }
  }, [channel, text, key])

  async function fetchMore(from: string) {
    const page = await fetchPage(channel, text, from)
    setLoaded((before) =>
      before?.key === key && before.next === from ? { ...page, key, items: [...before.items, ...page.items] } : before,
    )
  }

  // While other words are looked for, the list stays.
  const { items, error, next } = loaded?.key.startsWith(`${channel} `) ? loaded : {}
  /** `fetchMore` is undefined if there is no more. */
  return { items, error, fetchMore: next === undefined ? undefined : () => void fetchMore(next) }
}

function changesConversations(frame: ServerFrame, channel: string): boolean {
  if (frame.type === 'welcome') return true
  return (
    (frame.type === 'message' || frame.type === 'deleted' || frame.type === 'thread_changed') &&
    frame.channel === channel
  )
}

/** The list with its first page as it is now. Pages further back stay. */
export function withFirstPage(before: Loaded, first: Loaded): Loaded {
  const { next } = first
  if (first.error !== undefined || next === undefined) return first
  const older = before.items.filter(({ ts }) => ts < next)
  return older.length > 0 ? { items: [...first.items, ...older], next: before.next } : first
}

async function fetchPage(channel: string, text: string, before?: string): Promise<Loaded> {
  const asked = { channel, ...(text ? { text } : {}), ...(before ? { before } : {}) }
  const result = await request({ type: 'conversations', ...asked }, 'conversations')
  if (!result.ok) return { items: [], error: result.detail }
  const { conversations, next } = result.answer
  return { items: conversations, next }
}
