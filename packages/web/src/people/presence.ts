import { useEffect, useState } from 'react'
import { onFrame, send } from '#store/client/pageClient.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'

/** The server takes the presence of at most this many users for one page. */
const maxShown = 200
const reportMs = 60_000

/** How often each user is shown on the page. */
const shown = new Map<string, number>()
let timer: number | undefined

/** Whether a user is active. While the component is on the page, the server says when that changes. */
export function useIsActive(id: string): boolean {
  const until = useWorkspace((state) => state.activeUntil[id] ?? 0)
  const clockAhead = useWorkspace((state) => state.clockAhead)
  const [, setExpired] = useState(0)
  useEffect(() => show(id), [id])
  const left = until - Date.now() - clockAhead
  useEffect(() => {
    // Browsers cannot wait for longer than 24 days.
    if (left <= 0 || left > 2 ** 31 - 1) return undefined
    const expiry = setTimeout(() => setExpired(until), left)
    return () => clearTimeout(expiry)
  }, [left, until])
  return left > 0
}

function show(id: string): () => void {
  shown.set(id, (shown.get(id) ?? 0) + 1)
  if (shown.get(id) === 1) sendSoon()
  return () => {
    const rest = (shown.get(id) ?? 1) - 1
    if (rest > 0) shown.set(id, rest)
    else shown.delete(id)
  }
}

/** Many rows appear at once. */
function sendSoon(): void {
  clearTimeout(timer)
  timer = window.setTimeout(() => send({ type: 'people', users: [...shown.keys()].slice(0, maxShown) }), 100)
}

/** Reports that the person uses the page, at most once a minute, and asks again for presence after a reconnection. */
export function followPresence(): () => void {
  let reportedAt = 0
  const report = () => {
    if (document.visibilityState !== 'visible' || Date.now() - reportedAt < reportMs) return
    if (send({ type: 'active' })) reportedAt = Date.now()
  }
  const begin = () => {
    reportedAt = 0
    report()
    sendSoon()
  }
  const stopListening = onFrame(({ type }) => (type === 'welcome' || type === 'resumed') && begin())
  begin()
  const events = ['pointerdown', 'keydown', 'focus'] as const
  for (const event of events) window.addEventListener(event, report, { passive: true })
  document.addEventListener('visibilitychange', report)
  return () => {
    stopListening()
    for (const event of events) window.removeEventListener(event, report)
    document.removeEventListener('visibilitychange', report)
  }
}
