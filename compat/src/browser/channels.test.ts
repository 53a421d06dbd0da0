import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openBrowser, signIn, signInAtStart } from '#testing/browser'
import { createControlClient } from '#testing/control'
import { createClient } from '#testing/sdk'
import { startServer, startServerWithRooms } from '#testing/server'

const findChannelLink = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true })
const readUnreadCount = (page: Page, name: string) => findChannelLink(page, name).getAttribute('aria-description')

describe('channels in a browser', () => {
  test('a person creates a channel, invites somebody, sets the topic; the other leaves', async () => {
    const server = await startServer()
    const [ana, ben] = [await signInAtStart(server, 'Ana Lima'), await signInAtStart(server, 'Ben Okafor')]
    await ana.page.getByRole('button', { name: 'Find or create a channel' }).click()
    await ana.page.getByRole('button', { name: 'New channel' }).click()
    const name = ana.page.getByRole('textbox', { name: 'Name' })
    await expect.poll(() => name.evaluate((box) => box === document.activeElement)).toBe(true)
    await name.fill('General')
    await name.press('Enter')
    await expect.poll(() => ana.page.getByRole('dialog').textContent()).toContain('There is a channel "general"')
    await name.fill('Big Plans')
    await ana.page.getByRole('switch', { name: 'Private' }).check()
    await name.press('Enter')
    await ana.page.getByRole('heading', { name: 'big-plans', level: 1 }).waitFor()
    await expect.poll(() => ana.page.getByRole('textbox', { name: 'Message #big-plans' }).isEditable()).toBe(true)
    await expect.poll(() => findChannelLink(ben.page, 'big-plans').count()).toBe(0)

    await ana.page.getByRole('button', { name: 'About big-plans, 1 member' }).click()
    await ana.page.getByRole('textbox', { name: 'Topic' }).fill('Next year')
    await ana.page.getByRole('button', { name: 'Save', exact: true }).click()
    await ana.page.getByRole('searchbox', { name: 'Find or add somebody' }).fill('ben')
    await ana.page.getByRole('button', { name: 'Add Ben' }).click()
    await ana.page.getByRole('button', { name: 'Remove Ben' }).waitFor()
    await ana.page.keyboard.press('Escape')

    await findChannelLink(ben.page, 'big-plans').waitFor()
    // [ROM-8] System messages do not count as unread.
    await expect.poll(() => readUnreadCount(ben.page, 'big-plans')).toBeNull()
    await findChannelLink(ben.page, 'big-plans').click()
    await ben.page.locator('main header').getByText('Next year').waitFor()
    await ben.page.getByText('Nothing here yet. Say hello.').waitFor()
    await expect
      .poll(() => ben.page.getByTestId('notices').textContent())
      .toMatch(/^Ana joined · set the topic: Next year · added Ben/)
    await ben.page.getByRole('button', { name: 'About big-plans, 2 members' }).click()
    await ben.page.getByRole('button', { name: 'Leave channel' }).click()
    await ben.page.getByRole('heading', { name: 'general', level: 1 }).waitFor()
    await expect.poll(() => findChannelLink(ben.page, 'big-plans').count()).toBe(0)
    await ana.page.getByRole('button', { name: 'About big-plans, 1 member' }).waitFor()
    await ana.page.getByTestId('notices').getByText(' · Ben left').waitFor()
    expect([...ana.errors, ...ben.errors]).toEqual([])
  })

  test('[ROM-14] channels that the person is not in are found, named in messages and opened, however many there are', async () => {
    const server = await startServerWithRooms(60)
    const slack = createClient(server)
    await slack.chat.postMessage({ channel: 'C0GENERAL', text: 'See <#C0ROOM07> and <#C0SECRET>' })
    const eve = await signInAtStart(server, 'Eve Moss')
    await findChannelLink(eve.page, 'general').click()
    const mention = eve.page.getByRole('link', { name: '#room-07' })
    await mention.waitFor()
    await eve.page.getByText('#C0SECRET').waitFor()
    await mention.click()
    await eve.page.getByRole('heading', { name: 'room-07', level: 1 }).waitFor()
    await eve.page.reload()
    await eve.page.getByRole('heading', { name: 'room-07', level: 1 }).waitFor()
    await eve.page.goto(`${server.url}/c/C0SECRET`)
    await eve.page.getByText('This conversation does not exist').waitFor()

    await eve.page.keyboard.press('Control+k')
    await eve.page.getByRole('combobox', { name: 'Jump to' }).fill('room-5')
    await eve.page.getByRole('option', { name: 'room-58' }).click()
    await eve.page.getByRole('heading', { name: 'room-58', level: 1 }).waitFor()
    await eve.page.getByRole('button', { name: 'Find or create a channel' }).click()
    const rows = eve.page.getByRole('list', { name: 'Channels' }).getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(51)
    await eve.page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => rows.count()).toBeGreaterThan(60)
    await expect.poll(() => eve.page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
    expect(eve.errors).toEqual([])
  })

  test('a person previews a public channel, joins it, and sees when it is archived', async () => {
    const server = await startServer()
    const [ana, eve] = [await signInAtStart(server, 'Ana Lima'), await signInAtStart(server, 'Eve Moss')]
    await expect.poll(() => findChannelLink(eve.page, 'help-desk').count()).toBe(0)
    await eve.page.getByRole('button', { name: 'Find or create a channel' }).click()
    await eve.page.getByRole('searchbox', { name: 'Find a channel' }).fill('help')
    await eve.page.getByRole('button', { name: /^help-desk/ }).click()
    await eve.page.getByText('The printer is on fire').waitFor()
    await eve.page.getByRole('button', { name: 'Join channel' }).click()
    const box = eve.page.getByRole('textbox', { name: 'Message #help-desk' })
    await box.fill('Have you tried water?')
    await box.press('Enter')

    await ana.open('/c/C0HELP')
    await ana.page.getByTestId('text').getByText('Have you tried water?').waitFor()
    await ana.page.getByRole('button', { name: 'About help-desk, 4 members' }).click()
    await ana.page.getByRole('button', { name: 'Archive' }).click()
    await ana.page.getByRole('button', { name: 'Archive' }).click()
    await eve.page.getByText('This conversation is archived.').waitFor()
    await eve.page.locator('main header').getByText('Archived').waitFor()
    expect([...ana.errors, ...eve.errors]).toEqual([])
  })

  test('a channel that was not accessible appears at once, with its streams, whenever the viewer is invited', async () => {
    const server = await startServer()
    const [scout, host] = [createClient(server), createClient(server, 'xoxb-acme-host')]
    const { channel } = await host.conversations.create({ name: 'big-plans', is_private: true })
    const id = channel!.id!
    const { ts: root } = await scout.chat.postMessage({ channel: id, text: 'Who is in?' })
    await scout.chat.postMessage({ channel: id, thread_ts: root!, text: 'Ana is.' })
    const { page, errors } = await signIn(server, 'Ben Okafor')
    await page.goto(`${server.url}/c/${id}/t/${root}`)
    const absent = page.getByText('This conversation does not exist, or you cannot see it.')
    await absent.waitFor()
    for (const last of ['in', 'back']) {
      await host.conversations.invite({ channel: id, users: 'U0BEN' })
      for (const text of ['Who is in?', 'Ana is.']) await page.getByTestId('thread').getByText(text).waitFor()
      const recipient = { recipient_user_id: 'U0BEN', recipient_team_id: 'T0ACME' }
      const stream = scout.chatStream({ channel: id, thread_ts: root!, ...recipient, buffer_size: 1 })
      let sent = ''
      for (const word of ['Ana ', 'brought ', 'you ', last]) {
        await stream.append({ markdown_text: word })
        sent += word
        const text = page.getByTestId('thread').locator(`[data-ts="${stream.ts}"]`).getByTestId('text')
        await expect.poll(() => text.textContent()).toBe(sent.trimEnd())
      }
      await stream.stop()
      await host.conversations.kick({ channel: id, user: 'U0BEN' })
      await absent.waitFor()
    }
    expect(errors).toEqual([])
  })

  test('a dialog that loads late stays closed once it was closed', async () => {
    const server = await startServer()
    const { page, errors } = await openBrowser(server)
    await page.route(/OpenDialog-[^/]*\.js$/, async (route) => {
      await page.waitForTimeout(1500)
      await route.continue()
    })
    await page.goto(server.url)
    await page.getByRole('button', { name: 'Eve Moss' }).click()
    await page.getByRole('button', { name: 'Find or create a channel' }).click()
    await page.getByRole('searchbox', { name: 'Find a channel' }).fill('help')
    await page.getByRole('button', { name: /^help-desk/ }).click()
    await page.getByRole('button', { name: 'Join channel' }).click()
    await page.getByRole('textbox', { name: 'Message #help-desk' }).waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(errors).toEqual([])
  })

  test('[REA-3] unread counts agree in every browser, and after a reload', async () => {
    const server = await startServer()
    const [first, second] = [await signInAtStart(server, 'Ben Okafor'), await signInAtStart(server, 'Ben Okafor')]
    const { sendMessage } = createControlClient(server)
    for (const text of ['One', 'Two']) await sendMessage('U0ANA', 'C0RANDOM', text)
    await sendMessage('U0BEN', 'C0RANDOM', 'Mine')
    for (const { page } of [first, second]) await expect.poll(() => readUnreadCount(page, 'random')).toBe('2 unread')
    await second.page.reload()
    await expect.poll(() => readUnreadCount(second.page, 'random')).toBe('2 unread')

    await findChannelLink(first.page, 'random').click()
    await first.page.getByText('New', { exact: true }).waitFor()
    await expect.poll(() => readUnreadCount(second.page, 'random')).toBeNull()
    await second.page.reload()
    await findChannelLink(second.page, 'random').waitFor()
    await expect.poll(() => readUnreadCount(second.page, 'random')).toBeNull()
    for (let i = 0; i < 12; i++) await sendMessage('U0ANA', 'C0HELP', `${i}`)
    await expect.poll(() => readUnreadCount(second.page, 'help-desk')).toBe('9+ unread')
    expect([...first.errors, ...second.errors]).toEqual([])
  })

  test('[REA-3, NTF-10] what nobody can have seen stays unread: under a thread, and while nobody uses the page', async () => {
    const server = await startServer()
    const narrow = { viewport: { width: 1000, height: 800 } }
    const [first, second] = [await signIn(server, 'Ben Okafor', narrow), await signIn(server, 'Ben Okafor')]
    const { sendMessage } = createControlClient(server)
    await second.open('/c/C0HELP')
    const isUnread = () => readUnreadCount(second.page, 'general')
    await first.page.goto(`${server.url}/c/C0GENERAL/t/1767225600.000100`)
    await first.page.getByTestId('thread').getByText('what changed last night?').waitFor()
    await sendMessage('U0ANA', 'C0GENERAL', 'Under the thread')
    await expect.poll(isUnread).toBe('1 unread')
    await new Promise((done) => setTimeout(done, 1500))
    expect(await isUnread()).toBe('1 unread')
    await first.page.getByRole('button', { name: 'Close thread' }).click()
    await expect.poll(isUnread).toBeNull()

    await first.page.evaluate(() => {
      const now = Date.now
      Date.now = () => now() + 11 * 60_000
    })
    await sendMessage('U0ANA', 'C0GENERAL', 'While nobody looks')
    await first.page.getByRole('list').getByText('While nobody looks').waitFor()
    await expect.poll(isUnread).toBe('1 unread')
    await new Promise((done) => setTimeout(done, 1500))
    expect(await isUnread()).toBe('1 unread')
    await first.page.keyboard.press('Shift')
    await expect.poll(isUnread).toBeNull()
    expect([...first.errors, ...second.errors]).toEqual([])
  })

  test('[REA-3] a channel stays unread until its messages are there', async () => {
    const server = await startServer()
    const [first, second] = [await signIn(server, 'Ben Okafor'), await signIn(server, 'Ben Okafor')]
    const arrival = Promise.withResolvers<void>()
    await first.page.routeWebSocket(/\/feed\?/, (socket) => {
      const there = socket.connectToServer()
      there.onMessage(async (message) => {
        const frame = JSON.parse(String(message))
        if (frame.type === 'channel' && frame.channel === 'C0RANDOM') await arrival.promise
        socket.send(message)
      })
    })
    for (const { open } of [first, second]) await open('/c/C0HELP')
    await createControlClient(server).sendMessage('U0ANA', 'C0RANDOM', 'Slow to come')
    await expect.poll(() => readUnreadCount(second.page, 'random')).toBe('1 unread')
    await findChannelLink(first.page, 'random').click()
    await first.page.getByRole('heading', { name: 'random', level: 1 }).waitFor()
    await new Promise((done) => setTimeout(done, 1500))
    expect(await readUnreadCount(second.page, 'random')).toBe('1 unread')
    arrival.resolve()
    await expect.poll(() => readUnreadCount(second.page, 'random')).toBeNull()
  })
})
