import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { anAppThatAsks } from '#testing/asking'
import { aViewer, aVisitor } from '#testing/browser'
import { coloured } from '#testing/growth'
import { aDesk, everyControl, ticket } from '#testing/desk'
import { direct, paragraphs, thread } from '#testing/scene'
import { clientOf } from '#testing/sdk'
import { anAppServer, aServer, type Server } from '#testing/server'

declare global {
  interface Window {
    axe: { run: (options?: RunOptions) => Promise<AxeResults> }
  }
}

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 800 }

describe.each([
  { colorScheme: 'light', viewport: desktop },
  { colorScheme: 'light', viewport: phone },
] as const)('axe finds nothing, in $viewport.width px, light and dark', (look) => {
  test('where one signs in', async () => {
    const server = await aServer()
    const { page } = await aVisitor(server, look)
    await page.goto(server.url)
    await page.getByRole('button', { name: 'Ana Lima' }).waitFor()

    expect(await violationsOf(page)).toEqual([])
  })

  test('where an app asks to be let in, and where it may not', async () => {
    const server = await aServer()
    const { page, complaints } = await aViewer(server, 'Ana Lima', look)
    const { asking } = await anAppThatAsks(server)

    await page.goto(asking)
    await page.getByRole('button', { name: 'Allow' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    expect(complaints).toEqual([])

    await page.goto(`${server.url}/oauth/v2/authorize?client_id=1.2`)
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
  })

  test('in a channel, a thread and a direct message with an answer that is ended', async () => {
    const server = await aServer()
    await answerIn(server, direct)
    await answerIn(server, thread)
    const { page, go } = await aViewer(server, 'Ana Lima', look)

    for (const path of [`/c/C0GENERAL`, `/c/C0GENERAL/t/${thread.thread_ts}`, `/c/${direct.channel}`]) {
      await go(path)
      if (path !== '/c/C0GENERAL') {
        await page.getByTestId('task').getByRole('button').click()
        await coloured(page)
      }
      expect(await violationsOf(page), path).toEqual([])
    }
  })

  test('with reactions, an edit, a message for one alone, and the picker open', async () => {
    const server = await aServer()
    const client = clientOf(server)
    const { channel, thread_ts: timestamp } = thread
    const { page, go } = await aViewer(server, 'Ana Lima', look)
    await go(`/c/${channel}`)
    for (const name of ['tada', 'eyes']) await client.reactions.add({ channel, timestamp, name })
    const { ts = '' } = await client.chat.postMessage({ channel, text: 'Hm' })
    await client.chat.update({ channel, ts, text: 'Aha' })
    await client.chat.postEphemeral({ channel, user: 'U0ANA', text: 'Psst' })
    await page.getByTestId('ephemeral').waitFor()
    await page.getByRole('button', { name: /eyes/ }).click()
    await page.locator('[aria-pressed="true"]').waitFor()
    await page.waitForTimeout(300)
    expect(await violationsOf(page)).toEqual([])

    await page.getByTestId('reactions').getByRole('button', { name: 'Add a reaction' }).click()
    // All of them take axe half a minute.
    await page.getByRole('combobox', { name: 'Search emoji' }).fill('rocket')
    await page.getByRole('option', { name: 'rocket', exact: true }).waitFor()
    expect(await violationsOf(page)).toEqual([])
  })

  test('in the dialogs about channels', async () => {
    const { page, go } = await aViewer(await aServer(), 'Ana Lima', look)
    await go('/c/C0HELP')
    await page.getByRole('button', { name: /^About help-desk/ }).click()
    await page.getByRole('searchbox').fill('e')
    await page.getByRole('button', { name: 'Archive' }).click()
    expect(await violationsOf(page), 'about a channel').toEqual([])
    await page.keyboard.press('Escape')
    if (look.viewport === phone) await page.getByRole('button', { name: 'Back to conversations' }).click()
    await page.getByRole('button', { name: 'Find or create a channel' }).click()
    expect(await violationsOf(page), 'all channels').toEqual([])
    await page.getByRole('button', { name: 'New channel' }).click()
    expect(await violationsOf(page), 'a new channel').toEqual([])
  })

  test('with what apps ask for: in a message, a question, a modal with faults, a menu, a list and a home', async () => {
    const server = await anAppServer()
    await aDesk(server, (app) => {
      app.shortcut('ticket', async ({ ack, client, shortcut }) => {
        await ack()
        await client.views.open({ trigger_id: shortcut.trigger_id, view: ticket })
      })
      app.event('app_home_opened', async ({ event, client }) => {
        await client.views.publish({ user_id: event.user, view: { type: 'home', blocks: everyControl } })
      })
    })
    const { page, go } = await aViewer(server, 'Ana Lima', look)
    await go('/c/C0GENERAL')
    await clientOf(server, 'xoxb-acme-desk').chat.postMessage({ channel: 'C0GENERAL', text: '', blocks: everyControl })
    const cities = page.getByRole('combobox', { name: 'Cities' })
    await cities.waitFor()
    expect(await violationsOf(page), 'a message').toEqual([])
    await cities.click()
    expect(await violationsOf(page), 'a list').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'More actions' }).click()
    expect(await violationsOf(page), 'a menu').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    expect(await violationsOf(page), 'a question').toEqual([])
    await page.keyboard.press('Escape')

    await page.getByRole('textbox', { name: 'Message #general' }).fill('/')
    await page.getByRole('option', { name: /ticket/ }).waitFor()
    expect(await violationsOf(page), 'commands').toEqual([])
    await page.getByRole('textbox', { name: 'Message #general' }).fill('')
    await page.getByRole('button', { name: 'Shortcuts', exact: true }).click()
    await page.getByRole('menuitem', { name: /Open a ticket/ }).click()
    await page.getByTestId('modal').getByRole('button', { name: 'Open ticket' }).click()
    await page.getByText('Fill this in.').waitFor()
    await page.waitForTimeout(300)
    expect(await violationsOf(page), 'a modal').toEqual([])
    await page.keyboard.press('Escape')

    await page.goto(`${server.url}/c/D0ANADESK/home`)
    await page.getByTestId('home').getByRole('combobox', { name: 'Cities' }).waitFor()
    expect(await violationsOf(page), 'a home').toEqual([])
    await page.getByRole('link', { name: 'About', exact: true }).click()
    expect(await violationsOf(page), 'about an app').toEqual([])
  })

  test('in a direct message with an answer that grows, and suggestions', async () => {
    const server = await aServer()
    const { page, go } = await aViewer(server, 'Ana Lima', look)
    await go(`/c/${direct.channel}`)
    const stream = clientOf(server).chatStream({ ...direct, buffer_size: 1 })
    await stream.append({ markdown_text: paragraphs.join('') })
    await stream.append({ chunks: [{ type: 'task_update', id: 'read', title: 'Read the log', status: 'in_progress' }] })
    const place = { channel_id: direct.channel, thread_ts: direct.thread_ts }
    const prompts = [{ title: 'What changed?', message: 'What changed since yesterday?' }]
    await clientOf(server).assistant.threads.setSuggestedPrompts({ ...place, title: 'Ask me', prompts })
    await page.getByTestId('suggestions').waitFor()
    await page.getByTestId('task').waitFor()

    expect(await violationsOf(page)).toEqual([])
  })
})

async function answerIn(server: Server, place: typeof direct) {
  const stream = clientOf(server).chatStream(place)
  await stream.append({ markdown_text: paragraphs.join('') })
  const sources = [{ type: 'url', url: 'https://status.example.com/', text: 'Status page' } as const]
  const task = { type: 'task_update', id: 'read', title: 'Read the log', status: 'complete' } as const
  await stream.append({ chunks: [{ ...task, details: 'Both regions.', output: 'Nothing new.', sources }] })
  await stream.stop()
}

/** What axe says of a page, which is light: each rule, with the places that break it, and those of the colours in the dark. */
async function violationsOf(page: Page) {
  // Through the debugger, since the page's own policy lets no foreign script in.
  await page.evaluate(axe.source)
  const light = await brokenOn(page, {})
  await page.emulateMedia({ colorScheme: 'dark' })
  // Colours take a moment to change.
  await page.waitForTimeout(300)
  const dark = await brokenOn(page, { runOnly: ['color-contrast'] })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.waitForTimeout(300)
  return [...light, ...dark]
}

async function brokenOn(page: Page, options: RunOptions) {
  // Of what it finds in order it would describe each place, which takes the most of its time.
  const { violations } = await page.evaluate((given) => window.axe.run(given), {
    ...options,
    resultTypes: ['violations' as const],
  })
  return violations.map(({ id, nodes }) => ({
    id,
    places: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
  }))
}
