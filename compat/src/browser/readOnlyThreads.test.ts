import { expect, test } from 'vitest'
import { signIn } from '#testing/browser'
import { startServerWithClosedChannel } from '#testing/server'

test('a thread of a channel that can only be read has no field for a reply', async () => {
  const server = await startServerWithClosedChannel('read_only')
  const { page, open, errors } = await signIn(server, 'Ana Lima')
  await open('/c/C0HELP')
  await page
    .getByRole('button', { name: /repl(y|ies)/ })
    .first()
    .click()
  const thread = page.getByTestId('thread')
  await expect.poll(() => thread.locator('article').count()).toBeGreaterThan(1)
  expect(await thread.getByRole('textbox').count()).toBe(0)
  expect(errors).toEqual([])
})
