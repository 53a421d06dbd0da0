import type { KnownEventFromType } from '@slack/bolt'
import { describe, expect, test } from 'vitest'
import { aBoltApp, bolts } from '#testing/bolt'
import { aViewer } from '#testing/browser'
import { anAppServer } from '#testing/server'

describe.each(bolts)('%s in a channel where people come and go', (_version, Bolt) => {
  test('welcomes who joins, and hears what becomes of the channel and of replies sent there', async () => {
    const server = await anAppServer()
    const app = aBoltApp(server, 'echo', Bolt)
    const heard: KnownEventFromType<'message'>[] = []
    app.event('message', async ({ event, say }) => {
      heard.push(event)
      if (event.subtype === 'channel_join') await say(`Welcome <@${event.user}>`)
    })
    await app.start()
    const [ana, ben] = [await aViewer(server, 'Ana'), await aViewer(server, 'Ben')]
    await ana.page.getByRole('button', { name: 'Find or create a channel' }).click()
    await ana.page.getByRole('button', { name: 'New channel' }).click()
    await ana.page.getByRole('textbox', { name: 'Name' }).fill('trains')
    await ana.page.keyboard.press('Enter')
    await ana.page.getByRole('button', { name: 'About trains, 1 member' }).click()
    await ana.page.getByRole('searchbox', { name: 'Find or add somebody' }).fill('echo')
    await ana.page.getByRole('button', { name: 'Add Echo' }).click()
    await ana.page.getByRole('textbox', { name: 'Topic' }).fill('Late ones')
    await ana.page.getByRole('button', { name: 'Save' }).click()
    await ana.page.keyboard.press('Escape')

    await ben.page.getByRole('button', { name: 'Find or create a channel' }).click()
    await ben.page.getByRole('searchbox', { name: 'Find a channel' }).fill('trains')
    await ben.page.getByRole('button', { name: /^trains/ }).click()
    await ben.page.getByRole('button', { name: 'Join channel' }).click()
    await ana.page.getByRole('article').filter({ hasText: 'Welcome @Ben' }).waitFor()
    const told = ana.page.getByTestId('notices')
    await expect.poll(() => told.allTextContents()).toHaveLength(1)
    expect(await told.textContent()).toContain('Ana joined · added Echo · set the topic: Late ones · Ben joined')

    // Bolt keeps from an app what it did itself: that it has joined.
    const channel = expect.stringMatching(/^C/)
    expect(heard.filter(({ subtype }) => subtype !== undefined)).toEqual([
      expect.objectContaining({
        type: 'message',
        subtype: 'channel_topic',
        user: 'U0ANA',
        topic: 'Late ones',
        text: '<@U0ANA> set the channel topic: Late ones',
        channel,
        channel_type: 'channel',
      }),
      expect.objectContaining({
        type: 'message',
        subtype: 'channel_join',
        user: 'U0BEN',
        text: '<@U0BEN> has joined the channel',
        channel,
        channel_type: 'channel',
      }),
    ])

    const welcome = ben.page.getByRole('article').filter({ hasText: 'Welcome @Ben' })
    await welcome.hover()
    await welcome.getByRole('button', { name: 'Reply in thread' }).click()
    await ben.page.getByRole('checkbox', { name: 'Also send to #trains' }).check()
    await ben.page.getByRole('textbox', { name: 'Reply in thread' }).fill('Thank you')
    await ben.page.keyboard.press('Enter')
    await ben.page.getByTestId('thread').getByText('Also sent to #trains').waitFor()
    expect(await ben.page.getByRole('checkbox', { name: 'Also send to #trains' }).isChecked()).toBe(false)
    const broadcast = ana.page.getByRole('article').filter({ hasText: 'Thank you' })
    await broadcast.waitFor()
    await expect
      .poll(() => heard.at(-1))
      .toMatchObject({
        subtype: 'thread_broadcast',
        text: 'Thank you',
        user: 'U0BEN',
        root: { text: 'Welcome <@U0BEN>', reply_count: 1, reply_users: ['U0BEN'] },
      })
    await ana.page
      .getByRole('article')
      .filter({ hasText: 'Thank you' })
      .getByRole('button', { name: 'Welcome' })
      .click()
    await ana.page.getByTestId('thread').getByText('Thank you').waitFor()
    expect([...ana.complaints, ...ben.complaints]).toEqual([])
  })
})
