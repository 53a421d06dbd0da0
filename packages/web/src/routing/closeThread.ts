import { opener } from '#threads/openThread.ts'
import { closeBeside, navigate, route } from './route.ts'

/** Closes the thread, or the agent beside the channel. Its focus goes to where the thread was opened; any other stays. */
export function closeThread(): void {
  const { channel, thread, beside } = route.getState()
  if (!channel || (!thread && !beside)) return
  const focus = document.activeElement
  const isElsewhere = focus !== document.body && !focus?.closest('[data-region="thread"]')
  if (beside) closeBeside()
  else navigate({ channel })
  if (isElsewhere) return
  requestAnimationFrame(() => {
    const from = opener.thread === thread && opener.element
    const button = thread && document.querySelector(`[data-opens-thread="${CSS.escape(thread)}"]`)
    const composer = document.querySelector('[data-region="main"] [data-composing]')
    for (const place of [from, button, composer]) {
      if (!(place instanceof HTMLElement) || place === document.body) continue
      place.focus()
      if (place === document.activeElement) return
    }
  })
}
