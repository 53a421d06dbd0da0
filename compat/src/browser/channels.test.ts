import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aViewer, aVisitor } from '#testing/browser'
import { controlOf } from '#testing/control'
import { clientOf } from '#testing/sdk'
import { aServer } from '#testing/server'

const link = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
const unreadOf = (page: Page, name: string) => link(page, name).getAttribute('aria-description')

describe('people in a browser', () => {
  test('create a channel, bring somebody in, say what it is about, and leave it', async () => {
    const server = await aServer()
    const [ana, ben] = [await aViewer(server, 'Ana Lima'), await aViewer(server, 'Ben Okafor')]
    await ana.page.getByRole('button', { name: 'Find or create a channel' }).click()
    await ana.page.getByRole('button', { name: 'New channel' }).click()
    const name = ana.page.getByRole('textbox', { name: 'Name' })
    expect(await name.evaluate((box) => box === document.activeElement)).toBe(true)
    await name.fill('General')
    await name.press('Enter')
    await expect.poll(() => ana.page.getByRole('dialog').textContent()).toContain('there is a channel "general"')
    await name.fill('Big Plans')
    await ana.page.getByRole('switch', { name: 'Private' }).check()
    await name.press('Enter')
    await ana.page.getByRole('heading', { name: 'big-plans', level: 1 }).waitFor()
    expect(await ana.page.getByRole('textbox', { name: 'Message #big-plans' }).isEditable()).toBe(true)
    expect(await link(ben.page, 'big-plans').count()).toBe(0)

    await ana.page.getByRole('button', { name: 'About big-plans, 1 member' }).click()
    await ana.page.getByRole('textbox', { name: 'Topic' }).fill('Next year')
    await ana.page.getByRole('button', { name: 'Save' }).click()
    await ana.page.getByRole('searchbox', { name: 'Find or add somebody' }).fill('ben')
    await ana.page.getByRole('button', { name: 'Add Ben' }).click()
    await ana.page.getByRole('button', { name: 'Remove Ben' }).waitFor()
    await ana.page.keyboard.press('Escape')

    await link(ben.page, 'big-plans').waitFor()
    // [ROM-8] What became of a channel is news to nobody.
    expect(await unreadOf(ben.page, 'big-plans')).toBeNull()
    await link(ben.page, 'big-plans').click()
    await ben.page.locator('main header').getByText('Next year').waitFor()
    await ben.page.getByText('Nothing here yet. Say hello.').waitFor()
    expect(await ben.page.getByTestId('notices').textContent()).toMatch(
      /^Ana joined · set the topic: Next year · added Ben/,
    )
    await ben.page.getByRole('button', { name: 'About big-plans, 2 members' }).click()
    await ben.page.getByRole('button', { name: 'Leave channel' }).click()
    await ben.page.getByRole('heading', { name: 'general', level: 1 }).waitFor()
    expect(await link(ben.page, 'big-plans').count()).toBe(0)
    await ana.page.getByRole('button', { name: 'About big-plans, 1 member' }).waitFor()
    await ana.page.getByTestId('notices').getByText(' · Ben left').waitFor()
    expect([...ana.complaints, ...ben.complaints]).toEqual([])
  })

  test('look into a public channel, join it, and are shown when it is closed', async () => {
    const server = await aServer()
    const [ana, eve] = [await aViewer(server, 'Ana Lima'), await aViewer(server, 'Eve Moss')]
    expect(await link(eve.page, 'help-desk').count()).toBe(0)
    await eve.page.getByRole('button', { name: 'Find or create a channel' }).click()
    await eve.page.getByRole('searchbox', { name: 'Find a channel' }).fill('help')
    await eve.page.getByRole('button', { name: /^help-desk/ }).click()
    await eve.page.getByText('The printer is on fire').waitFor()
    await eve.page.getByRole('button', { name: 'Join channel' }).click()
    const box = eve.page.getByRole('textbox', { name: 'Message #help-desk' })
    await box.fill('Have you tried water?')
    await box.press('Enter')

    await ana.go('/c/C0HELP')
    await ana.page.getByText('Have you tried water?').waitFor()
    await ana.page.getByRole('button', { name: 'About help-desk, 4 members' }).click()
    await ana.page.getByRole('button', { name: 'Archive' }).click()
    await ana.page.getByRole('button', { name: 'Archive' }).click()
    await eve.page.getByText('This conversation is archived.').waitFor()
    await eve.page.locator('main header').getByText('Archived').waitFor()
    expect([...ana.complaints, ...eve.complaints]).toEqual([])
  })

  test('are shown a channel, and replies as they grow, when they are brought in or back while they look for it', async () => {
    const server = await aServer()
    const [scout, host] = [clientOf(server), clientOf(server, 'xoxb-acme-host')]
    const { channel } = await host.conversations.create({ name: 'big-plans', is_private: true })
    const id = channel!.id!
    const { ts: root } = await scout.chat.postMessage({ channel: id, text: 'Who is in?' })
    await scout.chat.postMessage({ channel: id, thread_ts: root!, text: 'Ana is.' })
    const { page, complaints } = await aViewer(server, 'Ben Okafor')
    await page.goto(`${server.url}/c/${id}/t/${root}`)
    const absent = page.getByText('This conversation is not here, or not open to you.')
    await absent.waitFor()
    for (const how of ['in', 'back']) {
      await host.conversations.invite({ channel: id, users: 'U0BEN' })
      for (const text of ['Who is in?', 'Ana is.']) await page.getByTestId('thread').getByText(text).waitFor()
      const recipient = { recipient_user_id: 'U0BEN', recipient_team_id: 'T0ACME' }
      const stream = scout.chatStream({ channel: id, thread_ts: root!, ...recipient, buffer_size: 1 })
      let said = ''
      for (const word of ['Ana ', 'brought ', 'you ', how]) {
        await stream.append({ markdown_text: word })
        said += word
        const text = page.getByTestId('thread').locator(`[data-ts="${stream.ts}"]`).getByTestId('text')
        await expect.poll(() => text.textContent()).toBe(said.trimEnd())
      }
      await stream.stop()
      await host.conversations.kick({ channel: id, user: 'U0BEN' })
      await absent.waitFor()
    }
    expect(complaints).toEqual([])
  })

  test('close a dialog for good, also one that was drawn late', async () => {
    const server = await aServer()
    const { page, complaints } = await aVisitor(server)
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
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('[REA-3] see in every browser, and after a reload, what they have not read', async () => {
    const server = await aServer()
    const [one, two] = [await aViewer(server, 'Ben Okafor'), await aViewer(server, 'Ben Okafor')]
    const { say } = controlOf(server)
    for (const text of ['One', 'Two']) await say('U0ANA', 'C0RANDOM', text)
    await say('U0BEN', 'C0RANDOM', 'Mine')
    for (const { page } of [one, two]) await expect.poll(() => unreadOf(page, 'random')).toBe('2 unread')
    await two.page.reload()
    await expect.poll(() => unreadOf(two.page, 'random')).toBe('2 unread')

    await link(one.page, 'random').click()
    await one.page.getByText('New', { exact: true }).waitFor()
    await expect.poll(() => unreadOf(two.page, 'random')).toBeNull()
    await two.page.reload()
    await link(two.page, 'random').waitFor()
    expect(await unreadOf(two.page, 'random')).toBeNull()
    for (let i = 0; i < 12; i++) await say('U0ANA', 'C0HELP', `${i}`)
    await expect.poll(() => unreadOf(two.page, 'help-desk')).toBe('9+ unread')
    expect([...one.complaints, ...two.complaints]).toEqual([])
  })
})
