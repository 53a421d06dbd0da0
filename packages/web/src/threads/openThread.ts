import { navigate, route } from '#routing/route.ts'

/** The thread that was opened last, and what had the focus then. */
export const opener: { thread?: string; element?: Element | null } = {}

/** Opens a thread and moves the focus to its composer. In a direct message with an app, that is the one of the channel. */
export function openThread(channel: string, thread: string): void {
  Object.assign(opener, { thread, element: document.activeElement })
  navigate({ channel, thread })
  requestAnimationFrame(() => {
    // It may be closed already.
    if (route.getState().thread !== thread) return
    const composer = (region: string) =>
      document.querySelector<HTMLElement>(`[data-region="${region}"] [data-composing]`)
    ;(composer('thread') ?? composer('composer'))?.focus()
  })
}
