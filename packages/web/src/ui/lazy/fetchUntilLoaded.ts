import { lookForUpdate } from './outdated.ts'

const firstDelayMs = 500
const maxDelayMs = 8000

/**
 * Fetches code, again and again until it is there: a part that is missing must not take down the rest of the page.
 * Waits longer after each failure, but no longer than until the browser is back online.
 */
export async function fetchUntilLoaded<Code>(fetch: () => Promise<Code>): Promise<Code> {
  // The same listener is added only once.
  addEventListener('error', rememberMissingStyles, true)
  for (let delayMs = firstDelayMs, failed = false; ; delayMs = Math.min(maxDelayMs, delayMs * 2)) {
    try {
      const code = await fetch()
      // Code comes without its styles only after a failure. The styles that other parts miss hold up nothing else.
      if (failed) await reloadMissingStyles()
      return code
    } catch {
      failed = true
      void lookForUpdate()
      await waitUntilOnline(delayMs)
    }
  }
}

/** Vite asks for the styles of a part once. Those that could not be fetched are asked for again here. */
const missingStyles = new Set<HTMLLinkElement>()

function rememberMissingStyles({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missingStyles.add(target)
}

async function reloadMissingStyles(): Promise<void> {
  const links = [...missingStyles]
  missingStyles.clear()
  await Promise.all(links.map(reload))
}

function reload(link: HTMLLinkElement): Promise<void> {
  const copy = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: link.href })
  return new Promise((resolve, reject) => {
    copy.onload = () => resolve()
    copy.onerror = reject
    link.replaceWith(copy)
  })
}

function waitUntilOnline(maxMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, maxMs)
    addEventListener('online', done)
    function done() {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
  })
}
