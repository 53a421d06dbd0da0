import { describe, expect, test } from 'vitest'
import { createConsentApp } from '#testing/consentApp'
import { signIn, openBrowser } from '#testing/browser'
import { waitForHighlighting } from '#testing/pageRecording'
import { startDeskApp, everyElement, homeElements, ticketModal } from '#testing/deskApp'
import { directThread, paragraphs, channelThread } from '#testing/sampleReply'
import { createClient } from '#testing/sdk'
import { startAppServer, startServer, type Server } from '#testing/server'
import { findViolations } from './axe.ts'

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 800 }

describe.each([
  // Without motion, every colour is at once what it stays.
  { colorScheme: 'light', reducedMotion: 'reduce', viewport: desktop },
  { colorScheme: 'light', reducedMotion: 'reduce', viewport: phone },
] as const)('axe finds no violations at $viewport.width px, light and dark', (look) => {
  test('on the sign-in page', async () => {
    const server = await startServer()
    const { page } = await openBrowser(server, look)
    await page.goto(server.url)
    await page.getByRole('button', { name: 'Ana Lima' }).waitFor()

    expect(await findViolations(page)).toEqual([])
  })

  test('on the consent page of an app, and on the page for a broken link', async () => {
    const server = await startServer()
    const { page, errors } = await signIn(server, 'Ana Lima', look)
    const { consentUrl } = await createConsentApp(server)

    await page.goto(consentUrl)
    await page.getByRole('button', { name: 'Allow' }).waitFor()
    expect(await findViolations(page)).toEqual([])
    expect(errors).toEqual([])

    await page.goto(`${server.url}/oauth/v2/authorize?client_id=1.2`)
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    expect(await findViolations(page)).toEqual([])
  })

  test('in a channel, a thread and a direct message with a finished stream', async () => {
    const server = await startServer()
    await streamAnswer(server, directThread)
    await streamAnswer(server, channelThread)
    await attachCard(server)
    const { page, open } = await signIn(server, 'Ana Lima', look)

    for (const path of [`/c/C0GENERAL`, `/c/C0GENERAL/t/${channelThread.thread_ts}`, `/c/${directThread.channel}`]) {
      await open(path)
      if (path !== '/c/C0GENERAL') {
        await page.getByTestId('task').getByRole('button').click()
        await waitForHighlighting(page)
      }
      expect(await findViolations(page), path).toEqual([])
    }
  })

  test('with reactions, an edit, an ephemeral message, and the emoji picker open', async () => {
    const server = await startServer()
    const client = createClient(server)
    const { channel, thread_ts: timestamp } = channelThread
    const { page, open } = await signIn(server, 'Ana Lima', look)
    await open(`/c/${channel}`)
    for (const name of ['tada', 'eyes']) await client.reactions.add({ channel, timestamp, name })
    const { ts = '' } = await client.chat.postMessage({ channel, text: 'Hm' })
    await client.chat.update({ channel, ts, text: 'Aha' })
    await client.chat.postEphemeral({ channel, user: 'U0ANA', text: 'Psst' })
    await page.getByTestId('ephemeral').waitFor()
    await page.getByRole('button', { name: /eyes/ }).click()
    await page.getByRole('button', { name: /eyes/, pressed: true }).waitFor()
    expect(await findViolations(page)).toEqual([])

    await page.getByTestId('reactions').getByRole('button', { name: 'Add a reaction' }).click()
    // With all emoji in the list axe would take half a minute.
    await page.getByRole('combobox', { name: 'Search emoji' }).fill('rocket')
    await page.getByRole('option', { name: 'rocket', exact: true }).waitFor()
    expect(await findViolations(page)).toEqual([])
  })

  test('in the dialogs about channels', async () => {
    const { page, open } = await signIn(await startServer(), 'Ana Lima', look)
    await open('/c/C0HELP')
    await page.getByRole('button', { name: /^About help-desk/ }).click()
    await page.getByRole('searchbox').fill('e')
    await page.getByRole('button', { name: 'Archive' }).click()
    expect(await findViolations(page), 'about a channel').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Notifications/ }).click()
    expect(await findViolations(page), 'notifications of a channel').toEqual([])
    await page.getByRole('menuitem', { name: /^Mute/ }).click()
    await page.getByRole('button', { name: 'Notifications: muted' }).waitFor()
    if (look.viewport === phone) await page.getByRole('button', { name: 'Back to conversations' }).click()
    await page.getByRole('button', { name: 'Find or create a channel' }).click()
    expect(await findViolations(page), 'all channels').toEqual([])
    await page.getByRole('button', { name: 'New channel' }).click()
    expect(await findViolations(page), 'a new channel').toEqual([])
  })

  test('with a list of activity', async () => {
    const server = await startServer()
    const { page } = await signIn(server, 'Ana Lima', look)
    const { chat } = createClient(server)
    const { ts } = await chat.postMessage({ channel: 'C0HELP', text: '<@U0ANA> hello' })
    await chat.postMessage({ channel: 'C0HELP', text: 'well', ...(ts ? { thread_ts: ts } : {}) })
    await page.goto(`${server.url}/activity`)
    await page.getByText('mentioned you').waitFor()
    expect(await findViolations(page)).toEqual([])
  })

  test('with what is pinned, bookmarked, scheduled and kept for later', async () => {
    const server = await startServer()
    const { page, open } = await signIn(server, 'Ana Lima', look)
    const channel_id = channelThread.channel
    const { bookmarks, pins } = createClient(server)
    await bookmarks.add({ channel_id, type: 'link', title: 'Handbook', link: 'https://example.com/', emoji: ':books:' })
    await pins.add({ channel: channel_id, timestamp: channelThread.thread_ts })
    await open(`/c/${channel_id}`)
    await page.getByRole('textbox', { name: /^Message/ }).fill('Later')
    await page.getByRole('button', { name: 'Schedule for later' }).click()
    expect(await findViolations(page), 'the times').toEqual([])
    await page.getByRole('menuitem', { name: /^Tomorrow/ }).click()
    await page.getByRole('button', { name: 'See scheduled' }).click()
    await page.getByRole('button', { name: 'Change time' }).click()
    expect(await findViolations(page), 'what is scheduled').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Edit bookmarks' }).click()
    expect(await findViolations(page), 'bookmarks').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '1 pinned message' }).click()
    await page.getByRole('button', { name: 'Unpin' }).waitFor()
    expect(await findViolations(page), 'pinned messages').toEqual([])
    await page.keyboard.press('Escape')
    await page.locator(`[data-ts="${channelThread.thread_ts}"]`).focus()
    await page.keyboard.press('d')
    await page.getByRole('button', { name: /^In 20 minutes/ }).waitFor()
    expect(await findViolations(page), 'reminders').toEqual([])
    await page.getByRole('button', { name: /^Tomorrow/ }).click()
    await page.getByText(/^Saved for later/).waitFor()
    await expect.poll(() => page.locator('dialog').count()).toBe(0)
    await page.keyboard.press('Control+Shift+s')
    await page.getByRole('button', { name: 'Change reminder' }).waitFor()
    expect(await findViolations(page), 'later').toEqual([])
    await page.keyboard.press('Escape')
    await page.locator(`[data-ts="${channelThread.thread_ts}"]`).focus()
    await page.keyboard.press('f')
    const forward = page.getByRole('dialog', { name: 'Forward message' })
    await forward.getByRole('button', { name: 'random' }).click()
    await forward.getByLabel(/^Your words/).waitFor()
    expect(await findViolations(page), 'forwarding').toEqual([])
    await forward.getByRole('button', { name: 'Forward' }).click()
    await forward.waitFor({ state: 'detached' })
  })

  test('with elements of apps: in a message, a confirmation, a modal with errors, a menu, a list and a Home tab', async () => {
    const server = await startAppServer()
    await startDeskApp(server, (app) => {
      app.shortcut('ticket', async ({ ack, client, shortcut }) => {
        await ack()
        await client.views.open({ trigger_id: shortcut.trigger_id, view: ticketModal })
      })
      app.event('app_home_opened', async ({ event, client }) => {
        await client.views.publish({ user_id: event.user, view: { type: 'home', blocks: homeElements } })
      })
    })
    const { page, open } = await signIn(server, 'Ana Lima', look)
    await open('/c/C0GENERAL')
    await createClient(server, 'xoxb-acme-desk').chat.postMessage({
      channel: 'C0GENERAL',
      text: '',
      blocks: everyElement,
    })
    const cities = page.getByRole('combobox', { name: 'Cities' })
    await cities.waitFor()
    expect(await findViolations(page), 'a message').toEqual([])
    await cities.click()
    expect(await findViolations(page), 'a list').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByTestId('text').getByRole('button', { name: 'More actions' }).click()
    expect(await findViolations(page), 'a menu').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    expect(await findViolations(page), 'a confirmation').toEqual([])
    await page.keyboard.press('Escape')

    await page.getByRole('textbox', { name: 'Message #general' }).fill('/')
    await page.getByRole('option', { name: /ticket/ }).waitFor()
    expect(await findViolations(page), 'commands').toEqual([])
    await page.getByRole('textbox', { name: 'Message #general' }).fill('')
    await page.getByRole('button', { name: 'Shortcuts', exact: true }).click()
    await page.getByRole('menuitem', { name: /Open a ticket/ }).click()
    await page.getByTestId('modal').getByRole('button', { name: 'Open ticket' }).click()
    await page.getByText('Fill this in.').waitFor()
    expect(await findViolations(page), 'a modal').toEqual([])
    await page.keyboard.press('Escape')

    await page.goto(`${server.url}/c/D0ANADESK/home`)
    await page.getByTestId('home').getByRole('combobox', { name: 'Cities' }).waitFor()
    expect(await findViolations(page), 'a home').toEqual([])
    await page.getByRole('link', { name: 'About', exact: true }).click()
    expect(await findViolations(page), 'about an app').toEqual([])
  })

  test('in a direct message with an open stream and suggested prompts', async () => {
    const server = await startServer()
    const { page, open } = await signIn(server, 'Ana Lima', look)
    await open(`/c/${directThread.channel}`)
    const stream = createClient(server).chatStream({ ...directThread, buffer_size: 1 })
    await stream.append({ markdown_text: paragraphs.join('') })
    await stream.append({ chunks: [{ type: 'task_update', id: 'read', title: 'Read the log', status: 'in_progress' }] })
    const target = { channel_id: directThread.channel, thread_ts: directThread.thread_ts }
    const prompts = [{ title: 'What changed?', message: 'What changed since yesterday?' }]
    await createClient(server).assistant.threads.setSuggestedPrompts({ ...target, title: 'Ask me', prompts })
    await page.getByTestId('suggestions').waitFor()
    await page.getByTestId('task').waitFor()

    expect(await findViolations(page)).toEqual([])
  })
})

async function streamAnswer(server: Server, target: typeof directThread) {
  const stream = createClient(server).chatStream(target)
  await stream.append({ markdown_text: paragraphs.join('') })
  const sources = [{ type: 'url', url: 'https://status.example.com/', text: 'Status page' } as const]
  const task = { type: 'task_update', id: 'read', title: 'Read the log', status: 'complete' } as const
  await stream.append({ chunks: [{ ...task, details: 'Both regions.', output: 'Nothing new.', sources }] })
  await stream.stop()
}

/** Posts a message with an attachment that has every part. */
async function attachCard(server: Server) {
  const words = { pretext: 'Paging', author_name: 'Prometheus', author_link: 'https://example.com', footer: 'Alerts' }
  const links = { title_link: 'https://example.com/1', image_url: `${server.url}/mark.svg`, ts: '1795236427' }
  const text = Array.from({ length: 9 }, (_, i) => `Line ${i} of the <https://example.com/log|log>`).join('\n')
  const fields = [{ title: 'Host', value: '`db1`', short: true }]
  const actions = [{ type: 'button' as const, name: 'go', text: 'Go', value: '1' }]
  const attachment = { ...words, ...links, color: 'warning', title: 'Disk', text, fields, actions, callback_id: 'x' }
  await createClient(server).chat.postMessage({ channel: 'C0GENERAL', text: '', attachments: [attachment] })
}
