import { navigate } from '#routing/route.ts'

/** Opens a thread and moves the focus to its composer. In a direct message with an app, that is the one of the channel. */
export function openThread(channel: string, thread: string): void {
  navigate({ channel, thread })
  requestAnimationFrame(() => {
    const composer = (region: string) =>
      document.querySelector<HTMLElement>(`[data-region="${region}"] [data-composing]`)
    ;(composer('thread') ?? composer('composer'))?.focus()
  })
}
