import type { SavedEntry, ViewerMessage } from 'rivulet/feedProtocol'
import { useEffect, useState } from 'react'
import { request } from '#store/client/pageClient.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'

export type SavedMessage = { saved: SavedEntry; message: ViewerMessage }

/** What the person keeps, or was done with. It is fetched again, as far as it is shown, when something changes. */
export function useSavedMessages(show: 'open' | 'done') {
  const changes = useWorkspace((state) => state.saved)
  const [pages, setPages] = useState(1)
  const [found, setFound] = useState<{ show: string; items: readonly SavedMessage[]; hasMore: boolean }>()
  const [error, setError] = useState<string>()
  useEffect(() => {
    let isShown = true
    void fetchPages(show, pages).then((result) => {
      if (!isShown) return
      if (typeof result === 'string') setError(result)
      else setFound({ show, ...result })
    })
    return () => {
      isShown = false
    }
  }, [show, pages, changes])
  const current = found?.show === show ? found : undefined
  return {
    items: current?.items,
    hasMore: current?.hasMore === true,
    showMore: () => setPages(pages + 1),
    error,
    setError,
  }
}

async function fetchPages(
  show: 'open' | 'done',
  pages: number,
): Promise<string | { items: SavedMessage[]; hasMore: boolean }> {
  const items: SavedMessage[] = []
  for (let page = 1; ; page++) {
    const last = items.at(-1)?.saved
    const after = last && { channel: last.channel, ts: last.ts }
    const result = await request({ type: 'later', show, ...(after ? { after } : {}) }, 'later')
    if (!result.ok) return result.detail
    items.push(...result.answer.items)
    if (page === pages || !result.answer.has_more) return { items, hasMore: result.answer.has_more }
  }
}
