import { useEffect, useState } from 'react'
import { request } from './pageClient.ts'

const typingPauseMs = 150

type Found = { text: string; ids: readonly string[]; next?: number | undefined; error?: string }

/**
 * Fetches the channels whose names or topics contain what is typed into the workspace, page by page, while `wanted`.
 * Returns their ids in the order of the server: those of the previous text until the answer is there.
 */
export function useFoundChannels(text: string, wanted = true) {
  const [found, setFound] = useState<Found>()
  useEffect(() => {
    if (!wanted) return undefined
    let outdated = false
    const fetchFirst = async () => {
      const first = await fetchPage(text, 0)
      if (!outdated) setFound(first)
    }
    const timer = setTimeout(() => void fetchFirst(), text === '' ? 0 : typingPauseMs)
    return () => {
      outdated = true
      clearTimeout(timer)
    }
  }, [text, wanted])

  async function fetchMore(from: number) {
    const page = await fetchPage(text, from)
    setFound((before) => {
      if (before?.text !== text || before.next !== from) return before
      return page.error === undefined
        ? { ...page, ids: [...new Set([...before.ids, ...page.ids])] }
        : { ...before, error: page.error }
    })
  }

  const isCurrent = found?.text === text
  const next = isCurrent ? found.next : undefined
  return {
    ids: found?.ids ?? [],
    searching: wanted && !isCurrent,
    error: isCurrent ? found.error : undefined,
    /** Undefined if there are no more. */
    fetchMore: next === undefined ? undefined : () => void fetchMore(next),
  }
}

async function fetchPage(text: string, from: number): Promise<Found> {
  const result = await request({ type: 'find_channels', text: text.slice(0, 100), from }, 'channels')
  if (!result.ok) return { text, ids: [], error: result.detail }
  return { text, ids: result.answer.channels.map(({ id }) => id), next: result.answer.next }
}
