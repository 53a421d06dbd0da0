import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

declare global {
  interface Window {
    axe: { run: (options?: RunOptions) => Promise<AxeResults> }
  }
}

/** Runs all rules of axe on the light page, and the contrast rule on the dark one. Returns the broken rules with the elements that break them. */
export async function findViolations(page: Page) {
  const light = await runAxe(page, {})
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await runAxe(page, contrast)
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark]
}

/** The rule that the colours of a look can break. */
export const contrast: RunOptions = { runOnly: ['color-contrast'] }

/** Runs rules of axe on the page as it is: all of them, those for best practices too, if `options` names none. */
export async function runAxe(page: Page, options: RunOptions) {
  // Injects axe through the debugger, since the page's content security policy allows no foreign scripts.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  // Without this, axe would also describe every element that passes, which takes most of its time.
  const { violations } = await page.evaluate((runOptions) => window.axe.run(runOptions), {
    ...options,
    resultTypes: ['violations' as const],
  })
  return violations.map(({ id, nodes }) => ({
    id,
    elements: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
  }))
}
