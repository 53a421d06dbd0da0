import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, textOf } from '#testing/browser'
import { pressedKeys } from '#testing/pages/pressedKeys'
import { channelThread, directThread } from '#testing/sampleReply'
import { createClient } from '#testing/sdk'
import { startServer } from '#testing/server'

const general = `/c/${channelThread.channel}`

test('[WEB-14, WEB-17] every key in the list of shortcuts does what its row says, and none while something is typed', async () => {
  const server = await startServer()
  const client = createClient(server)
  const { chat } = client
  const chatStream = client.chatStream.bind(client)
  const { page, errors, open } = await signIn(server, 'Ana Lima', {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await chat.postMessage({ channel: channelThread.channel, text: 'After it' })
  await open(general)
  let times = 0
  // Listened for from the start: the browser is told of it with a delay.
  let choosers = 0
  page.on('filechooser', () => (choosers += 1))
  const field = page.locator('[data-region="composer"] [contenteditable="true"]')
  const own = page.locator(`main [data-ts="${channelThread.thread_ts}"]`)
  const links = page.locator('[data-region="sidebar"] a[href^="/c/"]')
  const go = async (path: string) => {
    await page.locator(`[data-region="sidebar"] a[href="${path}"]`).click()
    await expect.poll(at).toBe(path)
    await field.waitFor()
  }
  const at = () => page.evaluate(() => location.pathname)
  const current = () => links.evaluateAll((all) => all.findIndex((link) => link.hasAttribute('aria-current')))
  const close = async (shown: Locator) => {
    await shown.waitFor()
    await page.keyboard.press('Escape')
    await shown.waitFor({ state: 'detached' })
    // It is closed before the page is told so and takes it away.
    await expect.poll(() => page.locator('dialog').count()).toBe(0)
  }
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  type Press = () => Promise<void>
  const opens = (name: string) => async (press: Press) => {
    await press()
    await close(dialog(name))
  }
  const goes = (step: number, unreadIn?: string) => async (press: Press) => {
    await go(general)
    if (unreadIn) {
      await chat.postMessage({ channel: unreadIn, text: 'New' })
      await links.and(page.locator('[data-unread]')).waitFor()
    }
    const before = await current()
    await press()
    if (unreadIn) await expect.poll(at).toBe(`/c/${unreadIn}`)
    else await expect.poll(current).toBe(before + step)
  }
  const focusGoes = (from: Locator, to: Locator) => async (press: Press) => {
    await from.focus()
    await press()
    await expect.poll(() => to.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  const onOwn = (then: () => Promise<void>) => async (press: Press) => {
    await own.focus()
    await press()
    await then()
  }
  const format = (name: string) => async (press: Press) => {
    await write(page, field, 'words')
    await press()
    await page.locator('[data-region="composer"]').getByRole('button', { name, exact: true, pressed: true }).waitFor()
  }
  const inList = (deep: number) => async (press: Press) => {
    await expect.poll(() => field.locator('ul ul').count()).toBe(1 - deep)
    await press()
    await expect.poll(() => field.locator('ul ul').count()).toBe(deep)
  }

  const checks: Record<string, (press: Press) => Promise<void>> = {
    switcher: opens('Jump to'),
    search: opens('Search'),
    nextConversation: goes(1),
    async previousConversation(press) {
      await go('/c/C0HELP')
      await press()
      await expect.poll(at).toBe(general)
    },
    nextUnread: goes(0, 'C0RANDOM'),
    previousUnread: goes(0, 'C0RANDOM'),
    nextRegion: focusGoes(field, page.locator('[data-region="sidebar"]')),
    async previousRegion(press) {
      await go(general)
      await focusGoes(field, page.getByRole('list', { name: /^Messages in/ }))(press)
    },
    async activity(press) {
      await press()
      await expect.poll(at).toBe('/activity')
      await go(general)
    },
    later: opens('Later'),
    people: opens('People and groups'),
    channels: opens('Channels'),
    write: opens('New message'),
    profile: opens('Profile and status'),
    preferences: opens('Preferences'),
    shortcuts: opens('Keyboard shortcuts'),
    async beside(press) {
      const beside = page.getByTestId('beside')
      for (const state of ['visible', 'detached'] as const) await press().then(() => beside.waitFor({ state }))
    },
    async files(press) {
      const before = choosers
      await press()
      await expect.poll(() => choosers).toBe(before + 1)
    },
    async stop(press) {
      await go(`/c/${directThread.channel}`)
      const stream = chatStream({ ...directThread })
      await stream.append({ markdown_text: 'x'.repeat(300) })
      await page.getByRole('button', { name: 'Stop' }).waitFor()
      await press()
      const message = page.locator(`[data-ts="${stream.ts}"]`)
      await expect.poll(() => message.getAttribute('data-streaming')).toBeNull()
    },
    async close(press) {
      await go(general)
      await own.focus()
      await page.keyboard.press('t')
      await page.getByTestId('thread').waitFor()
      await press()
      await page.getByTestId('thread').waitFor({ state: 'detached' })
      // The focus goes back in the next frame.
      await expect.poll(() => own.evaluate((article) => article === document.activeElement)).toBe(true)
    },
    nextMessage: focusGoes(own, page.locator('[data-day]').last()),
    previousMessage: focusGoes(page.locator('main article').last(), page.locator('[data-day]').last()),
    enterMessage: focusGoes(own, own.getByRole('button').first()),
    leaveMessage: focusGoes(own.getByRole('button').last(), own),
    thread: onOwn(() => close(page.getByTestId('thread'))),
    react: onOwn(() => close(page.getByRole('dialog', { name: /reaction|emoji/i }))),
    edit: onOwn(() => close(page.getByRole('textbox', { name: 'Edit the message' }))),
    remove: onOwn(() => close(dialog('Delete this message?'))),
    pin: onOwn(() => own.getByText('Pinned by you').waitFor()),
    save: onOwn(() => own.getByText('Saved for later').waitFor()),
    async quote(press) {
      await write(page, field, '')
      await own.focus()
      await press()
      await expect.poll(() => textOf(field.locator('blockquote'))).toContain('what changed last night?')
      await write(page, field, '')
    },
    forward: onOwn(() => close(dialog('Forward message'))),
    remind: onOwn(() => close(dialog('Remind me'))),
    unread: onOwn(() => links.and(page.locator('[aria-current][data-unread]')).waitFor()),
    copyText: onOwn(() => expect.poll(clipboard).toContain('what changed last night?')),
    copyLink: onOwn(() => expect.poll(clipboard).toContain(`/archives/${channelThread.channel}/p`)),
    more: onOwn(() => close(page.getByRole('menu', { name: 'More actions' }))),
    async send(press) {
      await write(page, field, 'Sent by key')
      await press()
      await expect.poll(() => textOf(field)).toBe('')
      await page.locator('[data-own]').filter({ hasText: 'Sent by key' }).last().waitFor()
    },
    async newLine(press) {
      await write(page, field, 'one')
      await press()
      await page.keyboard.type('two')
      await expect.poll(() => field.innerText()).toBe('one\ntwo')
    },
    async editLast(press) {
      await write(page, field, '')
      await press()
      await close(page.getByRole('textbox', { name: 'Edit the message' }))
    },
    async undo(press) {
      await write(page, field, 'gone')
      await press()
      await expect.poll(() => textOf(field)).not.toContain('gone')
    },
    async redo(press) {
      const text = `Back ${(times += 1)}`
      await write(page, field, text)
      await page.keyboard.press('Control+z')
      await expect.poll(() => textOf(field)).not.toContain(text)
      await press()
      await expect.poll(() => textOf(field)).toContain(text)
    },
    bold: format('Bold'),
    italic: format('Italic'),
    strike: format('Strikethrough'),
    async link(press) {
      await write(page, field, 'words')
      await press()
      await close(page.getByRole('textbox', { name: 'Address of the link' }))
    },
    orderedList: format('Numbered list'),
    bulletList: format('Bulleted list'),
    blockquote: format('Quote'),
    code: format('Code'),
    codeBlock: format('Code block'),
    async indent(press) {
      await write(page, field, '')
      await page.keyboard.type('- one')
      await page.keyboard.press('Shift+Enter')
      await inList(1)(press)
    },
    outdent: inList(0),
  }

  await page.keyboard.press('Control+/')
  await dialog('Keyboard shortcuts').waitFor()
  // It has nothing to begin with, and Enter does not close it.
  await expect
    .poll(() => dialog('Keyboard shortcuts').evaluate((element) => element === document.activeElement))
    .toBe(true)
  const rows = await dialog('Keyboard shortcuts')
    .locator('[data-shortcut]')
    .evaluateAll((all) =>
      all.map((row) => ({
        id: row.getAttribute('data-shortcut') ?? '',
        keys: [...row.querySelectorAll('dd > span')].map((keys) =>
          [...keys.querySelectorAll('kbd')].map((key) => key.textContent),
        ),
      })),
    )
  await close(dialog('Keyboard shortcuts'))
  expect(rows.map(({ id }) => id).toSorted()).toEqual(Object.keys(checks).toSorted())
  for (const id of Object.keys(checks))
    for (const keys of rows.find((row) => row.id === id)?.keys ?? [])
      await checks[id]?.(() => page.keyboard.press(pressedKeys(keys)))

  await write(page, field, '')
  await page.keyboard.type('?eu rp')
  await expect.poll(() => textOf(field)).toBe('?eu rp')
  expect(await page.getByRole('dialog').count()).toBe(0)
  // The picker shows an emoji of a host that there is not.
  expect(errors.filter((error) => !error.includes('ERR_NAME_NOT_RESOLVED'))).toEqual([])
})

/** Empties the field of the channel and types into it. */
async function write(page: Page, field: Locator, text: string) {
  await field.focus()
  await page.keyboard.press('Control+a')
  for (let i = 0; i < 3; i++) await page.keyboard.press('Backspace')
  await expect.poll(() => textOf(field)).toBe('')
  await page.keyboard.type(text)
}
