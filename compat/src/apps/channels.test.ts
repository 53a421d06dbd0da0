import type { KnownEventFromType } from '@slack/bolt'
import { describe, expect, test } from 'vitest'
import { createBoltApp, boltVersions } from '#testing/bolt'
import { signInAtStart } from '#testing/browser'
import { startAppServer } from '#testing/server'

describe.each(boltVersions)('%s in a channel', (_version, Bolt) => {
  test('welcomes people who join, and receives events for changes of the channel and for broadcast replies', async () => {
    const server = await startAppServer()
    const app = createBoltApp(server, 'echo', Bolt)
    const received: KnownEventFromType<'message'>[] = []
    app.event('message', async ({ event, say }) => {
      received.push(event)
      if (event.subtype === 'channel_join') await say(`Welcome <@${event.user}>`)
    })
    await app.start()
    const [ana, ben] = [await signInAtStart(server, 'Ana'), await signInAtStart(server, 'Ben')]
    await ana.page.getByRole('button', { name: 'Find or create a channel' }).click()
    await ana.page.getByRole('button', { name: 'New channel' }).click()
    await ana.page.getByRole('textbox', { name: 'Name' }).fill('trains')
    await ana.page.keyboard.press('Enter')
    await ana.page.getByRole('button', { name: 'About trains, 1 member' }).click()
    await ana.page.getByRole('searchbox', { name: 'Find or add somebody' }).fill('echo')
    await ana.page.getByRole('button', { name: 'Add Echo' }).click()
    await ana.page.getByRole('button', { name: 'Remove Echo' }).waitFor()
    await ana.page.getByRole('textbox', { name: 'Topic' }).fill('Late ones')
    await ana.page.getByRole('button', { name: 'Save' }).click()
    await ana.page.keyboard.press('Escape')

    await ben.page.getByRole('button', { name: 'Find or create a channel' }).click()
    await ben.page.getByRole('searchbox', { name: 'Find a channel' }).fill('trains')
    await ben.page.getByRole('button', { name: /^trains/ }).click()
    await ben.page.getByRole('button', { name: 'Join channel' }).click()
    await ana.page.getByRole('article').filter({ hasText: 'Welcome @Ben' }).waitFor()
    const notices = ana.page.getByTestId('notices')
    await expect.poll(() => notices.allTextContents()).toHaveLength(1)
    await expect
      .poll(() => notices.textContent())
      .toContain('Ana joined · added Echo · set the topic: Late ones · Ben joined')

    // Bolt filters out the app's own events, so its own join is missing here.
    const channel = expect.stringMatching(/^C/)
    expect(received.filter(({ subtype }) => subtype !== undefined)).toEqual([
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
    await expect.poll(() => ben.page.getByRole('checkbox', { name: 'Also send to #trains' }).isChecked()).toBe(false)
    const broadcast = ana.page.getByRole('article').filter({ hasText: 'Thank you' })
    await broadcast.waitFor()
    await expect
      .poll(() => received.at(-1))
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
    expect([...ana.errors, ...ben.errors]).toEqual([])
  })
})
