import { navigate, route } from '#routing/route.ts'

/** Opens a thread and moves the focus to its composer. In a direct message with an app, that is the one of the channel. */
export function openThread(channel: string, thread: string): void {
  navigate({ channel, thread })
  requestAnimationFrame(() => {
    const composer = (region: string) =>
      document.querySelector<HTMLElement>(`[data-region="${region}"] [data-composing]`)
    ;(composer('thread') ?? composer('composer'))?.focus()
  })
}

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
