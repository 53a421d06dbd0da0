import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn } from '#testing/browser'
import { readRecording, countSteps } from '#testing/pageRecording'
import { startServer } from '#testing/server'

test('the demo of `rivulet dev` has an agent that streams answers and plans', async () => {
  const { page, errors, open } = await signIn(await startServer({ workspace: undefined }), 'Ana Lima')
  await open('/c/D0ANABROOK')
  const composer = page.getByRole('textbox', { name: 'Message Brook' })
  const openStream = page.locator('[data-streaming="true"]')
  const ask = async (question: string) => {
    await composer.fill(question)
    const before = await countStatuses(page)
    await composer.press('Enter')
    await expect.poll(() => countStatuses(page)).toBeGreaterThan(before)
    const ts = await openStream.getAttribute('data-ts', { timeout: 20_000 })
    await expect.poll(() => openStream.count(), { timeout: 45_000 }).toBe(0)
    return ts ?? ''
  }

  const answer = await ask('Tell me how you answer, please.')
  const message = page.locator(`[data-ts="${answer}"]`)
  const tasks = message.getByTestId('task')
  await expect
    .poll(() => tasks.evaluateAll((all) => all.map((task) => task.dataset['status'])))
    .toEqual(['complete', 'complete'])
  await expect.poll(() => message.getByTestId('plan').count()).toBe(0)

  const planned = await ask('Make a plan for our launch on Thursday.')
  const plan = page.locator(`[data-ts="${planned}"]`).getByTestId('plan')
  await expect.poll(() => plan.textContent()).toContain('3 of 3')

  for (const ts of [answer, planned]) {
    const { lengths, violations } = await readRecording(page, ts)
    expect(countSteps(lengths)).toEqual({ shorter: 0, longer: expect.toSatisfy((count: number) => count >= 3) })
    expect(violations).toEqual([])
  }
  expect(errors).toEqual([])
})

test('a mention of the agent in a channel opens its thread, where the answer streams', async () => {
  const { page, errors, open } = await signIn(await startServer({ workspace: undefined }), 'Ben Okafor')
  await open('/c/C0GENERAL')
  const composer = page.getByRole('textbox', { name: 'Message #general' })

  await composer.fill('@Brook make a plan')
  await composer.press('Enter')

  const plan = page.getByTestId('thread').getByTestId('plan')
  await expect.poll(() => plan.count(), { timeout: 20_000 }).toBe(1)
  await expect.poll(() => plan.textContent(), { timeout: 20_000 }).toContain('3 of 3')
  expect(errors).toEqual([])
})

/** How many status lines the page has shown so far. It may show one only for a moment. */
const countStatuses = (page: Page) =>
  page.evaluate(() => window.recording.statuses.filter((status) => status !== null).length)
