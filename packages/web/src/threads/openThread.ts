import { goTo, place } from '#app/place.ts'

/** Opens a thread because the viewer asked for it, and puts the cursor where a reply is written. */
export function openThread(channel: string, thread: string): void {
  goTo({ channel, thread })
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-region="thread"] textarea')?.focus())
}

/** Closes the pane; the focus goes back to what opened it. */
export function closeThread(): void {
  const { channel, thread } = place.getState()
  if (!channel || !thread) return
  goTo({ channel })
  requestAnimationFrame(() => {
    const opener = document.querySelector<HTMLElement>(`[data-opens-thread="${CSS.escape(thread)}"]`)
    const composer = document.querySelector<HTMLElement>('[data-region="main"] textarea')
    ;(opener ?? composer)?.focus()
  })
}
