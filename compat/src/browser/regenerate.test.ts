import type { App } from '@slack/bolt'
import { expect, test } from 'vitest'
import { plainText, startDeskApp } from '#testing/deskApp'
import { countSteps, readRecording } from '#testing/pageRecording'
import { signInAt } from '#testing/person'
import { startAppServer } from '#testing/server'

const channel = 'C0GENERAL'
const confirm = {
  title: plainText('Delete the answer?'),
  text: plainText('Nobody can read it then.'),
  confirm: plainText('Delete it'),
  deny: plainText('Keep it'),
}
/** What the app offers at the end of each answer. */
const offers = {
  type: 'context_actions',
  elements: [
    {
      type: 'feedback_buttons',
      action_id: 'feedback',
      positive_button: { text: plainText('Good answer'), value: 'good' },
      negative_button: { text: plainText('Bad answer'), value: 'bad' },
    },
    { type: 'icon_button', action_id: 'again', icon: 'refresh', text: plainText('Regenerate') },
    { type: 'icon_button', action_id: 'delete', icon: 'trash', text: plainText('Delete'), confirm },
  ],
}

test('an app offers to answer again: its button waits while the app begins, and the new answer grows in sight', async () => {
  const server = await startAppServer()
  const begin = Promise.withResolvers<void>()
  const thread_ts = '1767225600.000100'
  const answer = ({ client }: App) =>
    client.chatStream({ channel, thread_ts, recipient_user_id: 'U0ANA', recipient_team_id: 'T0ACME', buffer_size: 1 })
  const desk = await startDeskApp(server, (app, done) => {
    app.action('again', async ({ ack }) => {
      await begin.promise
      const stream = answer(app)
      await stream.append({ markdown_text: 'I have looked again. ' })
      await ack()
      done(stream)
    })
    app.action('delete', async ({ ack, respond }) => {
      await ack()
      await respond({ delete_original: true })
    })
  })
  const { page, errors } = await signInAt(server, 'Ana Lima', `/c/${channel}`)
  await page.goto(`${server.url}/c/${channel}/t/${thread_ts}`)
  const first = answer(desk.app)
  await first.append({ markdown_text: 'It is sunny.' })
  await first.stop({ blocks: [offers] })
  const messageOf = (ts = '') => page.getByTestId('thread').locator(`[data-ts="${ts}"]`)
  const regenerate = messageOf(first.ts).getByRole('button', { name: 'Regenerate' })
  await regenerate.locator('svg').waitFor()

  await regenerate.hover()
  const before = await regenerate.boundingBox()
  await regenerate.press('Enter')
  await regenerate.and(page.locator('[aria-busy="true"][aria-disabled="true"]')).waitFor()
  expect(await regenerate.boundingBox()).toEqual(before)
  // Whoever presses it again meanwhile asks for nothing more.
  await regenerate.press('Enter')
  begin.resolve()
  await expect.poll(() => desk.done.length).toBe(1)
  await expect.poll(() => regenerate.getAttribute('aria-busy')).toBeNull()

  const [second] = desk.done as ReturnType<typeof answer>[]
  const growing = messageOf(second?.ts)
  await growing.getByText('I have looked again.').waitFor()
  expect(await growing.getAttribute('data-streaming')).toBe('true')
  for (const [words, shown] of [
    ['It rains **in', 'It rains in'],
    [' Dublin**.', 'It rains in Dublin.'],
  ] as const) {
    await second?.append({ markdown_text: words })
    await growing.getByText(shown).waitFor()
  }
  await second?.stop({ blocks: [offers] })
  await growing.getByRole('button', { name: 'Regenerate' }).waitFor()
  const { lengths } = await readRecording(page, second?.ts ?? '')
  expect(countSteps(lengths)).toEqual({ shorter: 0, longer: expect.toSatisfy((count: number) => count >= 2) })

  await messageOf(first.ts).getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete the answer?' })
  await question.getByRole('button', { name: 'Delete it' }).click()
  await expect.poll(() => messageOf(first.ts).count()).toBe(0)
  expect(desk.done.length).toBe(1)
  expect(errors).toEqual([])
})
