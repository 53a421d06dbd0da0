import { expect, test } from 'vitest'
import { aViewer } from '#testing/browser'
import { growthOf, steps } from '#testing/growth'
import { aServer } from '#testing/server'

test('someone who starts `rivulet dev` talks to its agent, and sees answers and plans grow', async () => {
  const { page, complaints, go } = await aViewer(await aServer({ workspace: undefined }), 'Ana Lima')
  await go('/c/D0ANABROOK')
  const composer = page.getByRole('textbox', { name: 'Message Brook' })
  const growing = page.locator('[data-streaming="true"]')
  const answered = async (question: string) => {
    await composer.fill(question)
    await composer.press('Enter')
    await expect.poll(() => page.getByTestId('status').count()).toBe(1)
    const ts = await growing.getAttribute('data-ts', { timeout: 20_000 })
    await expect.poll(() => growing.count(), { timeout: 45_000 }).toBe(0)
    return ts ?? ''
  }

  const answer = await answered('Tell me how you answer, please.')
  const message = page.locator(`[data-ts="${answer}"]`)
  const tasks = message.getByTestId('task')
  expect(await tasks.evaluateAll((all) => all.map((task) => task.dataset['status']))).toEqual(['complete', 'complete'])
  expect(await message.getByTestId('plan').count()).toBe(0)

  const planned = await answered('Make a plan for our launch on Thursday.')
  const plan = page.locator(`[data-ts="${planned}"]`).getByTestId('plan')
  expect(await plan.textContent()).toContain('3 of 3')

  for (const ts of [answer, planned]) {
    const { lengths, violations } = await growthOf(page, ts)
    expect(steps(lengths)).toEqual({ shorter: 0, longer: expect.toSatisfy((count: number) => count >= 3) })
    expect(violations).toEqual([])
  }
  expect(complaints).toEqual([])
}, 120_000)

test('someone who mentions the agent in a channel sees its thread open and the answer grow there', async () => {
  const { page, complaints, go } = await aViewer(await aServer({ workspace: undefined }), 'Ben Okafor')
  await go('/c/C0GENERAL')
  const composer = page.getByRole('textbox', { name: 'Message #general' })

  await composer.fill('@Brook make a plan')
  await composer.press('Enter')

  const plan = page.getByTestId('thread').getByTestId('plan')
  await expect.poll(() => plan.count(), { timeout: 20_000 }).toBe(1)
  await expect.poll(() => plan.textContent(), { timeout: 20_000 }).toContain('3 of 3')
  expect(complaints).toEqual([])
})
