import type { Locator, Page } from 'playwright-core'

/** What a page showed over time. */
export interface Growth {
  /** The lengths of the message's own words, one for each change: without tasks, buttons and what only screen readers get. */
  lengths: number[]
  /** Every text that stood in a status line, in the order in which it came; `null` while there was none. */
  statuses: (string | null)[]
  violations: string[]
}

declare global {
  interface Window {
    growth: { lengths: Record<string, number[]>; statuses: (string | null)[]; violations: string[] }
  }
}

/** Runs in the page before its own scripts: notes every state that was drawn. */
export function record(): void {
  window.growth = { lengths: {}, statuses: [], violations: [] }
  const { lengths, statuses, violations } = window.growth
  addEventListener('securitypolicyviolation', (event) =>
    violations.push(`${event.violatedDirective} ${event.blockedURI}`),
  )

  const look = () => {
    const status = document.querySelector('[data-testid="status"]')?.textContent ?? null
    if (statuses.at(-1) !== status) statuses.push(status)
    for (const message of document.querySelectorAll<HTMLElement>('[data-ts]')) {
      const known = (lengths[message.dataset['ts'] ?? ''] ??= [])
      const length = ownWords(message)
      if (known.at(-1) !== length) known.push(length)
    }
  }
  const ownWords = (message: Element) => {
    const text = message.querySelector('[data-testid="text"]')
    if (!text) return 0
    const words = document.createTreeWalker(text, NodeFilter.SHOW_TEXT)
    let length = 0
    while (words.nextNode()) {
      const aside = words.currentNode.parentElement?.closest(
        '[data-testid="task"], [data-testid="plan"], .unseen, button',
      )
      if (!aside) length += words.currentNode.nodeValue?.length ?? 0
    }
    return length
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
}

export async function growthOf(page: Page, ts: string): Promise<Growth> {
  const { lengths, statuses, violations } = await page.evaluate(() => window.growth)
  return { lengths: lengths[ts] ?? [], statuses, violations }
}

export function steps(lengths: readonly number[]): { shorter: number; longer: number } {
  const changes = lengths.slice(1).map((length, at) => length - (lengths[at] ?? 0))
  return {
    shorter: changes.filter((change) => change < 0).length,
    longer: changes.filter((change) => change > 0).length,
  }
}

/** Waits until the code of a message has its colours, which come a little after its end. */
export function coloured(message: Locator | Page): Promise<void> {
  return message.locator('pre span').first().waitFor()
}

/**
 * The page as it stands, without what is only spoken, what React numbers anew with each load, and what tells of unread
 * messages: that goes when it has been read, which may be after the load.
 */
export function outlineOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const copy = document.querySelector('#root')?.cloneNode(true)
    if (!(copy instanceof Element)) return ''
    for (const one of copy.querySelectorAll('[aria-live], [data-region="sidebar"], li[class^="new_"]')) one.remove()
    for (const element of [copy, ...copy.querySelectorAll('*')]) {
      for (const name of ['id', 'aria-controls', 'aria-labelledby', 'aria-describedby']) element.removeAttribute(name)
    }
    return copy.outerHTML
  })
}
