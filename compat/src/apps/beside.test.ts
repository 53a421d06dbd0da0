import { App, Assistant } from '@slack/bolt'
import { expect, test } from 'vitest'
import { createBoltApp } from '#testing/bolt'
import { signInAt } from '#testing/person'
import { startAppServer } from '#testing/server'

test('[AGT-4, EVT-10] an assistant beside a channel follows which one the person looks at, across a reload and Back', async () => {
  const server = await startAppServer()
  const app = createBoltApp(server, 'sage', App)
  const contexts: [event: string, channel: string | undefined][] = []
  app.assistant(
    new Assistant({
      async threadStarted({ event, say }) {
        contexts.push(['started', event.assistant_thread.context.channel_id])
        await say('How can I help?')
      },
      async threadContextChanged({ event }) {
        contexts.push(['changed', event.assistant_thread.context.channel_id])
      },
      async userMessage({ say }) {
        await say('It is raining')
      },
    }),
  )
  await app.start()
  const { page, errors, goTo, sendMessage } = await signInAt(server, 'Ana Lima', '/c/C0GENERAL')
  const at = () => page.evaluate(() => location.pathname)
  const pane = page.locator('[data-region="thread"]')

  const row = page.getByRole('navigation').first().getByRole('link', { name: 'Sage' })
  // The menu of a row comes a moment after the row.
  await expect
    .poll(async () => {
      await row.hover()
      return page.getByRole('button', { name: 'Sage: more actions' }).isVisible()
    })
    .toBe(true)
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Open beside' }).click()
  await pane.getByText('How can I help?').waitFor()
  await expect.poll(at).toMatch(/^\/c\/C0GENERAL\/beside\/D0ANASAGE\/t\/\d+\.\d+$/)
  expect(contexts).toEqual([['started', 'C0GENERAL']])
  const reply = pane.getByRole('textbox', { name: 'Reply in thread' })
  await reply.fill('How is it outside?')
  await reply.press('Enter')
  await pane.getByText('It is raining').waitFor()

  // The channel stays one to write in, and its name in the sidebar leads to another beside the agent.
  await sendMessage('Rain, they say')
  await page.getByRole('main').getByText('Rain, they say').waitFor()
  // Of a direct message with another app, this one may not know.
  await goTo('Echo')
  await expect.poll(at).toMatch(/^\/c\/D0ANAECHO\/beside\/D0ANASAGE\/t\//)
  await expect.poll(() => contexts.at(-1)).toEqual(['changed', undefined])
  await pane.getByText('It is raining').waitFor()
  await page.goBack()
  await expect.poll(() => contexts.at(-1)).toEqual(['changed', 'C0GENERAL'])
  await page.reload()
  await pane.getByText('It is raining').waitFor()
  await page.getByRole('main').getByText('Rain, they say').waitFor()

  // A page that is too narrow for both has the agent in the place of the channel, and no channel beside it.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('main').getByText('It is raining').waitFor()
  await expect.poll(() => contexts.at(-1)).toEqual(['changed', undefined])
  await page.getByRole('button', { name: 'New conversation' }).click()
  await expect.poll(at).toBe('/c/C0GENERAL/beside/D0ANASAGE')
  await page.getByRole('link', { name: 'How is it outside?' }).waitFor()
  await page.getByRole('button', { name: 'Back to the channel' }).click()
  await expect.poll(at).toBe('/c/C0GENERAL')
  await page.getByText('Rain, they say').waitFor()
  expect(errors).toEqual([])
})

test('[AGT-4, EVT-10] an agent beside a channel is told of the channel, and what one writes begins its conversation', async () => {
  const server = await startAppServer()
  const app = createBoltApp(server, 'muse', App)
  const contexts: unknown[] = []
  app.event('app_home_opened', async ({ event }) => void contexts.push('context' in event && event.context))
  app.event('app_context_changed', async ({ event }) => void contexts.push(event.context))
  app.message(async ({ message, sayStream }) => {
    if (message.subtype !== undefined) return
    const stream = sayStream({ buffer_size: 1 })
    await stream.append({ markdown_text: 'Roses are red' })
  })
  await app.start()
  const { page, errors, goTo } = await signInAt(server, 'Ana Lima', '/c/C0GENERAL/beside/D0ANAMUSE')
  const pane = page.locator('[data-region="thread"]')
  const entities = (value: string) => ({ entities: [{ type: 'slack#/types/channel_id', value, team_id: 'T0ACME' }] })

  await expect.poll(() => contexts).toEqual([entities('C0GENERAL')])
  await goTo('Echo')
  await expect.poll(() => contexts.at(-1)).toEqual({})
  await page.goBack()
  await expect.poll(() => contexts).toEqual([entities('C0GENERAL'), {}, entities('C0GENERAL')])
  const field = pane.getByRole('textbox')
  await field.fill('Roses')
  await field.press('Enter')
  await pane.getByText('Roses are red').waitFor()
  await expect.poll(() => page.evaluate(() => location.pathname)).toMatch(/^\/c\/C0GENERAL\/beside\/D0ANAMUSE\/t\//)
  // Esc ends what is written there, and what the agent does, and then takes it away.
  await page.keyboard.press('Escape')
  await pane.getByText('Stopped').waitFor()
  await expect
    .poll(async () => {
      await page.keyboard.press('Escape')
      return pane.count()
    })
    .toBe(0)
  await expect.poll(() => contexts).toEqual([entities('C0GENERAL'), {}, entities('C0GENERAL'), {}])
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Jump to' }).fill('open muse')
  await page.getByRole('option', { name: 'Open Muse beside this channel' }).getByText('Ctrl+Shift+G').waitFor()
  await page.keyboard.press('Enter')
  await pane.getByRole('heading', { name: 'Muse', exact: true }).waitFor()
  expect(errors).toEqual([])
})
