import type { MessageAttachment } from '@slack/web-api'
import { describe, expect, test } from 'vitest'
import { signIn } from '#testing/browser'
import { plainText, startDeskApp } from '#testing/deskApp'
import { startAppServer } from '#testing/server'

const alert: MessageAttachment = {
  color: 'danger',
  pretext: 'Paging *@anyone* on call',
  author_name: 'Prometheus',
  author_link: 'https://prometheus.example.com',
  title: 'Disk almost full on db1',
  title_link: 'https://prometheus.example.com/alerts/17',
  text: '`/var/lib` is at *97 %*, and grows by 2 % an hour. See <https://wiki.example.com/disks|the runbook>.',
  fields: [
    { title: 'Host', value: 'db1.internal', short: true },
    { title: 'Severity', value: 'critical', short: true },
    { title: 'Since', value: 'The nightly export wrote 40 GB that nobody removed.', short: false },
  ],
  footer: 'Alertmanager',
  ts: '1795236427',
}
const deploy: MessageAttachment = {
  color: 'good',
  fallback: 'Deploy?',
  callback_id: 'deploy',
  text: 'Build 412 is ready',
  actions: [
    { type: 'button', name: 'go', text: 'Deploy now', value: '412', style: 'primary' },
    { type: 'button', name: 'go', text: 'Not yet', value: 'no' },
  ],
}
const long = Array.from({ length: 12 }, (_, i) => `Line ${i + 1} of the log`).join('\n')
const inBlocks: MessageAttachment = {
  color: '#7a5cff',
  blocks: [
    {
      type: 'section',
      text: { type: 'mrkdwn', text: '*Release notes*\nThree fixes, one feature.' },
      accessory: { type: 'button', action_id: 'notes', text: plainText('Read') },
    },
  ],
}

describe('attachments', () => {
  test('[ATT-1, ATT-6, ATT-7, ATT-8] are drawn below a message, and their buttons reach the app', async () => {
    const server = await startAppServer()
    const desk = await startDeskApp(server, (app, done) => {
      app.action({ callback_id: 'deploy', type: 'interactive_message' }, async ({ ack, payload, respond }) => {
        await ack()
        done(payload)
        await respond({ text: 'Deployed 412', replace_original: true })
      })
      app.action('notes', async ({ ack, body }) => {
        await ack()
        done(Reflect.get(body, 'container'))
      })
    })
    const { page, errors } = await signIn(server, 'Ana Lima')
    await page.goto(`${server.url}/c/C0GENERAL`)
    const post = (...attachments: MessageAttachment[]) =>
      desk.app.client.chat.postMessage({ channel: 'C0GENERAL', text: '', attachments })
    const picture = { image_url: `${server.url}/mark.svg`, footer_icon: `${server.url}/mark.svg` }
    const { ts } = await post({ ...alert, ...picture }, { text: long, title: 'Log' }, inBlocks)
    await post(deploy)
    const cards = page.getByTestId('attachment')
    await cards.getByText('Build 412 is ready').waitFor()

    await expect.poll(() => cards.count()).toBe(4)
    await expect
      .poll(() => cards.first().getByRole('link', { name: 'Disk almost full on db1' }).getAttribute('href'))
      .toBe('https://prometheus.example.com/alerts/17')
    await expect.poll(() => cards.first().locator('strong').allTextContents()).toContain('97 %')
    const more = cards.nth(1).getByRole('button', { name: 'Show more' })
    await more.press('Enter')
    await expect
      .poll(() => cards.nth(1).getByRole('button', { name: 'Show less' }).getAttribute('aria-expanded'))
      .toBe('true')

    await cards.nth(2).getByRole('button', { name: 'Read' }).click()
    await expect.poll(() => desk.done.length).toBe(1)
    expect(desk.done[0]).toMatchObject({ type: 'message_attachment', attachment_id: 3, message_ts: ts })
    await cards.nth(3).getByRole('button', { name: 'Deploy now' }).click()
    await page.getByText('Deployed 412').waitFor()
    expect(desk.done[1]).toMatchObject({ name: 'go', type: 'button', value: '412' })
    await expect.poll(() => cards.count()).toBe(3)
    expect(errors).toEqual([])
  })
})
