import { expect, test } from 'vitest'
import { bundle } from './bundle.ts'

test('Markdown and drawing weigh at most 60 kB in a browser', async () => {
  const [all] = await bundle()
  const goal = all?.goal && 'most' in all.goal ? all.goal : undefined
  expect(goal?.most).toBe(60)
  expect(goal?.value).toBeGreaterThan(40)
  expect(goal?.value).toBeLessThanOrEqual(60)
}, 120_000)
