import { expect, test } from 'vitest'
import { measureBundleSize } from './bundleSize.ts'

test('Markdown and drawing take at most 60 kB in a browser', async () => {
  const [all] = await measureBundleSize()
  const goal = all?.goal && 'atMost' in all.goal ? all.goal : undefined
  expect(goal?.atMost).toBe(60)
  expect(goal?.value).toBeGreaterThan(40)
  expect(goal?.value).toBeLessThanOrEqual(60)
}, 120_000)
