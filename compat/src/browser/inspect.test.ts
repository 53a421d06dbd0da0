import { expect, test } from 'vitest'
import { findViolations } from '#browser/axe'
import { createBoltApp } from '#testing/bolt'
import { openBrowser, signIn } from '#testing/browser'
import { createControlClient } from '#testing/control'
import { createClient, getRefusal } from '#testing/sdk'
import { startAppServer, startServer } from '#testing/server'

const dm = 'D0ANAECHO'
const words = ['Once **upon** ', 'a time ', 'there was ', 'a river.']

test('[DEV-4] the inspector shows what flows as it flows, finds it, explains what went wrong, and sends it again', async () => {
  const server = await startAppServer()
  const { page, errors } = await signIn(server, 'Ana Lima', { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto(`${server.url}/inspect`)
  const row = (name: string | RegExp) => page.getByRole('grid').getByRole('row', { name })
  const detail = page.getByRole('region', { name: 'Details' })
  const filter = page.getByRole('textbox', { name: 'Filter the journal' })

  // What a person says, what the app is sent, and its stream, which grows in one row.
  const control = createControlClient(server)
  const echo = createBoltApp(server, 'echo')
  echo.message('story', async ({ client, event }) => {
    await client.assistant.threads.setStatus({ channel_id: event.channel, thread_ts: event.ts, status: 'is thinking…' })
    const stream = client.chatStream({ channel: event.channel, thread_ts: event.ts, buffer_size: 1 })
    for (const markdown_text of words) await stream.append({ markdown_text })
    await stream.stop()
  })
  await echo.start()
  const said = await control.sendMessage('U0ANA', dm, 'A story, please: <img src=x onerror=alert(1)>')
  await row(/says.*A story, please: <img src=x onerror=alert\(1\)>/).waitFor()
  await row(/message.*acknowledged/)
    .first()
    .waitFor()
  await row(/chat\.startStream.*3 appends.*ended/).waitFor()
  expect(await row(/appendStream/).count()).toBe(0)

  // The stream as it stood after each append, by the keyboard.
  await row(/chat\.startStream/).click()
  const shown = detail.getByTestId('shown')
  await shown.getByText('Once upon a time there was a river.').waitFor()
  const slider = detail.getByRole('slider', { name: 'Moment of the stream' })
  await slider.press('Home')
  await expect.poll(() => shown.textContent()).toMatch(/Once upon\s*$/)
  await slider.press('ArrowRight')
  await expect.poll(() => shown.textContent()).toMatch(/Once upon a time\s*$/)
  await detail.getByRole('img', { name: /5 calls in .*status “is thinking…”/ }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => detail.count()).toBe(0)

  // A refusal, in words.
  await getRefusal(createClient(server, 'xoxb-acme-echo').chat.delete({ channel: dm, ts: said }))
  await page.keyboard.press('/')
  await page.keyboard.type('is:error app:echo')
  await expect.poll(() => page.getByRole('grid').getByRole('row').count()).toBe(2)
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await detail.getByText('Use the author’s token, and end a stream with chat.stopStream first.').waitFor()
  await detail.getByRole('button', { name: 'Copy as' }).click()
  await page.getByRole('menuitem', { name: 'Copy as curl' }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toMatch(/^curl -sS .*\/api\/chat\.delete/)
  expect(await copied()).toContain('Bearer $SLACK_BOT_TOKEN')
  await detail.getByRole('button', { name: 'Send again' }).click()
  await detail.getByText('Sent again: it is the newest entry.').waitFor()
  await expect.poll(() => page.getByRole('grid').getByRole('row').count()).toBe(3)
  expect(await findViolations(page)).toEqual([])

  // The message in the client, and the page as it stands when it is loaded again.
  await filter.fill('person:ana kind:act')
  await row(/says/).click()
  await expect
    .poll(() => detail.getByRole('link', { name: 'Open in the client' }).getAttribute('href'))
    .toContain(`/archives/${dm}/p${said.replace('.', '')}`)
  await page.reload()
  await expect.poll(() => filter.inputValue()).toBe('person:ana kind:act')
  await row(/says/).waitFor()
  expect(await row(/startStream/).count()).toBe(0)
  expect(errors).toEqual([])
})

test('[DEV-5] a long journal keeps few rows on the page, also on a phone, and tells when the server is gone', async () => {
  const server = await startServer()
  const { page } = await openBrowser(server, { viewport: { width: 390, height: 844 } })
  await page.goto(`${server.url}/inspect`)
  await page.getByRole('heading', { name: 'Nothing here yet.' }).waitFor()
  const call = (n: number) =>
    fetch(`${server.api}api.test`, { method: 'POST', body: new URLSearchParams({ n: String(n) }) })
  for (let n = 0; n < 600; n += 20) await Promise.all(Array.from({ length: 20 }, (_, i) => call(n + i)))
  const rows = page.getByRole('grid').getByRole('row')
  await rows.filter({ hasText: 'n: 599' }).waitFor()
  await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('601')
  expect(await rows.count()).toBeLessThan(70)
  await page.getByRole('grid').press('Home')
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await page.getByRole('gridcell').filter({ hasText: /n: 0$/ }).waitFor()
  expect(await rows.count()).toBeLessThan(70)
  expect(await findViolations(page)).toEqual([])

  // While it is paused, nothing moves.
  await page.getByRole('button', { name: 'Pause' }).click()
  await call(600)
  await page.getByRole('status').filter({ hasText: 'Paused, 1 waiting' }).waitFor()
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('602')

  // After a restart the numbers begin anew; what was before stays on the page.
  await server.stop()
  await page.getByRole('status').filter({ hasText: 'The server cannot be reached.' }).waitFor()
  await server.restart()
  await call(700)
  await page.getByRole('button', { name: 'Newest' }).click()
  await rows.filter({ hasText: 'n: 700' }).waitFor()
  await page.getByText('The server has started anew.').waitFor()
})
