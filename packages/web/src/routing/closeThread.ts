import { closeBeside, navigate, route } from './route.ts'

/** Closes the thread, or the agent beside the channel, and returns the focus to what opened it. */
export function closeThread(): void {
  const { channel, thread, beside } = route.getState()
  if (!channel || (!thread && !beside)) return
  if (beside) closeBeside()
  else navigate({ channel })
  requestAnimationFrame(() => {
    const opener = thread && document.querySelector<HTMLElement>(`[data-opens-thread="${CSS.escape(thread)}"]`)
    const composer = document.querySelector<HTMLElement>('[data-region="main"] [data-composing]')
    ;(opener || composer)?.focus()
  })
}
