import type { Locator, Page } from 'playwright-core'

/** What a page showed of one message over time. */
export interface MessageRecording {
  /** The length of the message's text after each change, in characters: without tasks, buttons and text for screen readers. */
  lengths: number[]
  /** Every text that the status line had, in order; `null` while there was none. */
  statuses: (string | null)[]
  violations: string[]
}

declare global {
  interface Window {
    recording: { lengths: Record<string, number[]>; statuses: (string | null)[]; violations: string[] }
  }
}

/** Runs in the page before its own scripts, and records every state that was rendered. */
export function recordPage(): void {
  window.recording = { lengths: {}, statuses: [], violations: [] }
  const { lengths, statuses, violations } = window.recording
  addEventListener('securitypolicyviolation', (event) =>
    violations.push(`${event.violatedDirective} ${event.blockedURI}`),
  )

  const recordChanges = () => {
    const status = document.querySelector('[data-testid="status"]')?.textContent ?? null
    if (statuses.at(-1) !== status) statuses.push(status)
    for (const message of document.querySelectorAll<HTMLElement>('[data-ts]')) {
      const known = (lengths[message.dataset['ts'] ?? ''] ??= [])
      const length = ownTextLength(message)
      if (known.at(-1) !== length) known.push(length)
    }
  }
  const ownTextLength = (message: Element) => {
    const text = message.querySelector('[data-testid="text"]')
    if (!text) return 0
    const words = document.createTreeWalker(text, NodeFilter.SHOW_TEXT)
    let length = 0
    while (words.nextNode()) {
      const excluded = words.currentNode.parentElement?.closest(
        '[data-testid="task"], [data-testid="plan"], .unseen, button',
      )
      if (!excluded) length += words.currentNode.nodeValue?.length ?? 0
    }
    return length
  }
  new MutationObserver(recordChanges).observe(document, { subtree: true, childList: true, characterData: true })
}

export async function readRecording(page: Page, ts: string): Promise<MessageRecording> {
  const { lengths, statuses, violations } = await page.evaluate(() => window.recording)
  return { lengths: lengths[ts] ?? [], statuses, violations }
}

export function countSteps(lengths: readonly number[]): { shorter: number; longer: number } {
  const changes = lengths.slice(1).map((length, at) => length - (lengths[at] ?? 0))
  return {
    shorter: changes.filter((change) => change < 0).length,
    longer: changes.filter((change) => change > 0).length,
  }
}

/** Waits until the code of a message is highlighted, which happens a little after the end of the stream. */
export function waitForHighlighting(message: Locator | Page): Promise<void> {
  return message.locator('pre span').first().waitFor()
}

/**
 * Returns the HTML of the page for comparison after a reload. It leaves out live regions, the ids that React generates,
 * and unread markers, which may disappear only after the load.
 */
export function readOutline(page: Page): Promise<string> {
  return page.evaluate(() => {
    const copy = document.querySelector('#root')?.cloneNode(true)
    if (!(copy instanceof Element)) return ''
    const volatile = copy.querySelectorAll('[aria-live], [data-region="sidebar"], li[class^="new_"]')
    for (const element of volatile) element.remove()
    for (const element of [copy, ...copy.querySelectorAll('*')]) {
      for (const name of ['id', 'aria-controls', 'aria-labelledby', 'aria-describedby']) element.removeAttribute(name)
    }
    return copy.outerHTML
  })
}
