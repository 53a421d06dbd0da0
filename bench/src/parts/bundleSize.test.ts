import { expect, test } from 'vitest'
import { measureBundleSize } from './bundleSize.ts'

test('Markdown and drawing take at most 50 kB in the web client', async () => {
  const [all] = await measureBundleSize()
  const goal = all?.goal && 'atMost' in all.goal ? all.goal : undefined
  expect(goal?.atMost).toBe(50)
  expect(goal?.value).toBeGreaterThan(40)
  expect(goal?.value).toBeLessThanOrEqual(50)
}, 120_000)
