import type { ViewerStatus } from 'rivulet/feedProtocol'

/** How long each loading message is shown. */
const turns = 3_000

/** What a status shows at a moment of the server's clock, to who has seen it for so long; undefined once it is over. */
export function statusTextAt(
  status: ViewerStatus,
  now: number,
  shownFor: number,
): { text: string; turn: number } | undefined {
  if (now >= status.ends_at) return undefined
  const { loading_messages: messages } = status
  if (messages.length === 0) return { text: status.text, turn: 0 }
  const turn = Math.max(0, Math.floor(shownFor / turns))
  return { text: messages[turn % messages.length] ?? status.text, turn }
}
