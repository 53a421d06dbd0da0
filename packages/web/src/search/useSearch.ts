import type { ViewerMatch } from 'rivulet/feedProtocol'
import { useEffect, useState } from 'react'
import { askForChannel, request } from '#store/client/pageClient.ts'

const typingPauseMs = 200
const maxLength = 1000

type Page = { matches: readonly ViewerMatch[]; total: number; next?: number | undefined; error?: string }
type Found = Page & { text: string }

/** [SRC-10] Searches what is typed, page by page. What was found before stays until the answer is there. */
export function useSearch(text: string) {
  const [found, setFound] = useState<Found>()
  useEffect(() => {
    let outdated = false
    const timer = setTimeout(async () => {
      const page = await fetchPage(text, 0)
      if (!outdated) setFound({ ...page, text })
    }, typingPauseMs)
    return () => {
      outdated = true
      clearTimeout(timer)
    }
  }, [text])

  async function fetchMore(from: number) {
    const page = await fetchPage(text, from)
    setFound((before) => {
      if (before?.text !== text || before.next !== from) return before
      return page.error === undefined
        ? { ...page, text, matches: [...before.matches, ...page.matches] }
        : { ...before, error: page.error }
    })
  }

  const isCurrent = found?.text === text
  const next = isCurrent ? found.next : undefined
  return {
    matches: found?.matches ?? [],
    total: found?.total ?? 0,
    searching: text.trim() !== '' && !isCurrent,
    error: isCurrent ? found.error : undefined,
    /** Undefined if there is no more. */
    fetchMore: next === undefined ? undefined : () => void fetchMore(next),
  }
}

async function fetchPage(text: string, from: number): Promise<Page> {
  if (text.trim() === '') return { matches: [], total: 0 }
  const result = await request({ type: 'search', text: text.slice(0, maxLength), from }, 'found')
  if (!result.ok) return { matches: [], total: 0, error: result.detail }
  const { matches, total, next } = result.answer
  for (const { channel } of matches) askForChannel(channel)
  return { matches, total, next }
}
