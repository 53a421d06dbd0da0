import { navigate, route } from './route.ts'

/** Closes the thread and returns the focus to what opened it. */
export function closeThread(): void {
  const { channel, thread } = route.getState()
  if (!channel || !thread) return
  navigate({ channel })
  requestAnimationFrame(() => {
    const opener = document.querySelector<HTMLElement>(`[data-opens-thread="${CSS.escape(thread)}"]`)
    const composer = document.querySelector<HTMLElement>('[data-region="main"] [data-composing]')
    ;(opener ?? composer)?.focus()
  })
}
