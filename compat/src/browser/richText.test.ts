import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, textOf } from '#testing/browser'
import { channelThread } from '#testing/sampleReply'
import { createClient } from '#testing/sdk'
import { startServer } from '#testing/server'

const { channel } = channelThread
const field = (page: Page) => page.locator('[data-region="composer"] [data-composing]')
const editor = (page: Page) => page.locator('[data-region="composer"] [contenteditable="true"]')
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

test('[WEB-12] what is typed becomes rich text, and reaches apps as the public service sends it', async () => {
  const server = await startServer()
  const { conversations } = createClient(server)
  const { page, errors, open } = await signIn(server, 'Ana Lima')
  await open(`/c/${channel}`)
  await editor(page).click()
  const newest = async () => (await conversations.history({ channel, limit: 1 })).messages?.[0]

  await page.keyboard.type('*Plan* for @Be')
  await page.getByRole('option', { name: 'Ben' }).waitFor()
  await press(page, 'Enter')
  await page.keyboard.type('in #gene')
  await page.getByRole('listbox', { name: 'Channels' }).getByRole('option', { name: 'general' }).waitFor()
  await press(page, 'Enter', 'Shift+Enter')
  await page.keyboard.type('- one')
  await press(page, 'Shift+Enter', 'Tab')
  await page.keyboard.type('deep https://a.b/c')
  await press(page, 'Enter')
  const said = { text: '*Plan* for <@U0BEN> in <#C0GENERAL|general> \n• one\n    ◦ deep <https://a.b/c>' }
  await expect.poll(newest).toMatchObject(said)
  const section = (...elements: object[]) => ({ type: 'rich_text_section', elements })
  const list = (indent: number, ...elements: object[]) => ({
    type: 'rich_text_list',
    elements: [section(...elements)],
    style: 'bullet',
    indent,
    border: 0,
  })
  expect((await newest())?.blocks).toMatchObject([
    {
      type: 'rich_text',
      elements: [
        section(
          { type: 'text', text: 'Plan', style: { bold: true } },
          { type: 'text', text: ' for ' },
          { type: 'user', user_id: 'U0BEN' },
          { type: 'text', text: ' in ' },
          { type: 'channel', channel_id: 'C0GENERAL' },
          { type: 'text', text: ' ' },
        ),
        list(0, { type: 'text', text: 'one' }),
        list(1, { type: 'text', text: 'deep ' }, { type: 'link', url: 'https://a.b/c' }),
      ],
    },
  ])

  // The toolbar does the same, and Up changes what was sent.
  await page.keyboard.type('words')
  await press(page, 'Control+a')
  const toolbar = page.locator('[data-region="composer"]').getByRole('toolbar', { name: 'Formats' })
  await toolbar.getByRole('button', { name: 'Italic' }).click()
  await expect.poll(() => toolbar.getByRole('button', { name: 'Italic' }).getAttribute('aria-pressed')).toBe('true')
  await press(page, 'Control+k')
  await page.getByRole('textbox', { name: 'Address of the link' }).fill('example.com')
  await press(page, 'Enter')
  await page.keyboard.type('!')
  await press(page, 'Enter')
  await expect.poll(newest).toMatchObject({ text: '_<https://example.com/|words>!_' })
  await page.locator('[data-own]').filter({ hasText: 'words!' }).waitFor()
  await press(page, 'ArrowUp')
  const change = page.getByRole('textbox', { name: 'Edit the message' })
  await expect.poll(() => change.innerHTML()).toContain('<em>')
  await page.keyboard.type(' :tada')
  await page.getByRole('option', { name: ':tada:' }).waitFor()
  await press(page, 'Enter', 'Enter')
  await expect.poll(newest).toMatchObject({ text: expect.stringContaining(':tada:'), edited: { user: 'U0ANA' } })

  // The name of a language after the fence is that of the code, and is not sent as code.
  await editor(page).click()
  await page.keyboard.type('```ts')
  await press(page, 'Enter')
  await page.locator('[data-composing] pre[data-language="ts"]').waitFor()
  await page.keyboard.type('let a')
  await press(page, 'Enter')
  const code = { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'let a' }], language: 'ts' }
  await expect.poll(newest).toMatchObject({ blocks: [{ type: 'rich_text', elements: [code] }] })
  expect(errors).toEqual([])
})

test('[WEB-12] the editor takes over what is typed before it is there, and pasted pages harm nobody', async () => {
  const server = await startServer()
  const { page, errors } = await signIn(server, 'Ana Lima')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\/editor-[^/]*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${server.url}/c/${channel}`)
  await field(page).click()
  await page.keyboard.type('Some **bo')
  await press(page, 'ArrowLeft')
  expect(await editor(page).count()).toBe(0)
  release()
  await editor(page).waitFor()
  await page.keyboard.type('l')
  await press(page, 'End')
  await page.keyboard.type('d** words')
  await expect.poll(() => editor(page).innerHTML()).toBe('<p>Some <strong>blod</strong> words</p>')

  // Drafts keep their formats.
  await page.reload()
  await editor(page).waitFor()
  await expect.poll(() => editor(page).innerHTML()).toBe('<p>Some <strong>blod</strong> words</p>')
  await editor(page).focus()
  await press(page, 'Control+a', 'Delete')
  await expect.poll(() => textOf(editor(page))).toBe('')

  const paste = (html: string, text = '') =>
    editor(page).evaluate(
      (element, pasted) => {
        const clipboardData = new DataTransfer()
        for (const [type, data] of Object.entries(pasted)) if (data) clipboardData.setData(type, data)
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      },
      { 'text/html': html, 'text/plain': text },
    )
  await editor(page).focus()
  await paste(
    `<p onclick="top.harm=1">a <b>b</b> <a href="javascript:top.harm=1">j</a> <a href="https://ok.test/x">k</a></p>
     <img src=x onerror="top.harm=1"><script>top.harm=1</script><svg onload="top.harm=1"></svg>
     <ul><li>c<ol><li>d</li></ol></li></ul><pre class="language-js">e  f</pre><iframe srcdoc="<script>top.harm=1</script>">`,
  )
  await expect
    .poll(() => editor(page).innerHTML())
    .toBe(
      '<p>a <strong>b</strong> j <a href="https://ok.test/x" rel="noreferrer">k</a></p>' +
        '<ul class="rv-list"><li><p>c</p><ol class="rv-list"><li><p>d</p></li></ol></li></ul>' +
        '<pre class="rv-code" spellcheck="false" dir="ltr" data-language="js"><code>e  f</code></pre>',
    )
  expect(await page.evaluate(() => 'harm' in window)).toBe(false)
  await press(page, 'Control+z')
  await expect.poll(() => textOf(editor(page))).not.toContain('e  f')

  // What no message can hold: too deep, without an end, too long.
  await paste('<ul><li>deep'.repeat(300))
  await expect.poll(() => textOf(editor(page))).toContain('deepdeep')
  await press(page, 'Control+z')
  await paste('<b>end</b>' + '<a '.repeat(100_000))
  await expect.poll(() => textOf(editor(page))).toBe('end')
  await paste('', 'word '.repeat(200_000))
  await page.locator('[data-region="composer"]').getByText('pasted.txt').waitFor()
  expect(await textOf(editor(page))).toBe('end')
  expect(errors).toEqual([])
})
