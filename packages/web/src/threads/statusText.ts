import type { ViewerStatus } from 'rivulet/feedProtocol'

/** How long each loading message is shown. */
const messageDurationMs = 3_000

/**
 * The text of a status that has been on the screen for `shownForMs`, and the index of its loading message. Undefined once
 * the status has ended; `now` is by the server's clock.
 */
export function statusTextAt(
  status: ViewerStatus,
  now: number,
  shownForMs: number,
): { text: string; index: number } | undefined {
  if (now >= status.ends_at) return undefined
  const { loading_messages: messages } = status
  if (messages.length === 0) return { text: status.text, index: 0 }
  const index = Math.max(0, Math.floor(shownForMs / messageDurationMs))
  return { text: messages[index % messages.length] ?? status.text, index }
}
