import type { ViewerStatus } from 'rivulet/feedProtocol'

/** How long a status lasts on the server, and each loading message on the page. */
const lasts = 120_000
const turns = 3_000

/** What a status shows at a moment of the server's clock; undefined once it is over. */
export function statusTextAt(status: ViewerStatus, now: number): { text: string; turn: number } | undefined {
  if (now >= status.ends_at) return undefined
  const { loading_messages: messages } = status
  if (messages.length === 0) return { text: status.text, turn: 0 }
  const turn = Math.max(0, Math.floor((now - (status.ends_at - lasts)) / turns))
  return { text: messages[turn % messages.length] ?? status.text, turn }
}
