import { describe, expect, test } from 'vitest'
import { aBoltApp, bolts } from '#testing/bolt'
import { aPerson } from '#testing/person'
import { anAppServer } from '#testing/server'

const channel = 'C0GENERAL'
const plain = (text: string) => ({ type: 'plain_text' as const, text })

describe.each(bolts)('%s in Socket Mode, for what people do', (_version, Bolt) => {
  test('takes presses, options, submissions, shortcuts and commands, and answers them', async () => {
    const server = await anAppServer()
    const app = aBoltApp(server, 'echo', Bolt)
    const heard: string[] = []
    app.action('go', async ({ ack, body, client, respond }) => {
      await ack()
      if (body.type !== 'block_actions') return
      heard.push(`go ${body.user.id}`)
      const field = { type: 'plain_text_input' as const, action_id: 'words' }
      const blocks = [{ type: 'input' as const, block_id: 'f', label: plain('Words'), element: field }]
      const view = { type: 'modal' as const, callback_id: 'form', title: plain('Form'), submit: plain('Send'), blocks }
      await client.views.open({ trigger_id: body.trigger_id, view })
      await respond({ text: 'Asked', replace_original: true })
    })
    app.view('form', async ({ ack, view }) => {
      const words = view.state.values['f']?.['words']?.value
      if (words === 'bad') return ack({ response_action: 'errors', errors: { f: 'Not that.' } })
      heard.push(`form ${words}`)
      return ack()
    })
    app.options('city', async ({ ack, options }) => {
      await ack({ options: [{ text: plain(`${options.value}sbon`), value: 'lis' }] })
    })
    app.action('city', async ({ ack, action }) => {
      await ack()
      if (action.type === 'external_select') heard.push(`city ${action.selected_option?.value}`)
    })
    app.command('/echo', async ({ ack, command }) => ack({ text: command.text, response_type: 'in_channel' }))
    app.shortcut('note', async ({ ack }) => {
      await ack()
      heard.push('note')
    })
    app.shortcut('keep', async ({ ack, shortcut }) => {
      await ack()
      if (shortcut.type === 'message_action') heard.push(`keep ${shortcut.message.text}`)
    })
    app.event('app_home_opened', async () => {})
    await app.start()

    const elements = [
      { type: 'button' as const, action_id: 'go', text: plain('Go') },
      { type: 'external_select' as const, action_id: 'city', placeholder: plain('City'), min_query_length: 2 },
    ]
    const { ts } = await app.client.chat.postMessage({ channel, text: 'Go?', blocks: [{ type: 'actions', elements }] })
    const ana = await aPerson(server, 'Ana Lima', `/c/${channel}`)
    const city = ana.page.getByRole('combobox', { name: 'City' })
    await city.click()
    await city.pressSequentially('Li')
    await ana.page.getByRole('option', { name: 'Lisbon' }).click()
    await expect.poll(() => heard).toEqual(['city lis'])
    await ana.page.getByRole('article').getByRole('button', { name: 'Go', exact: true }).click()
    const form = ana.page.getByRole('dialog', { name: 'Form' })
    const words = form.getByRole('textbox', { name: 'Words' })
    await words.fill('bad')
    await words.press('Enter')
    await form.getByText('Not that.').waitFor()
    await words.fill('good')
    await words.press('Enter')
    await form.waitFor({ state: 'detached' })
    await ana.reads('Asked')
    const newest = async () => (await app.client.conversations.history({ channel, limit: 1 })).messages?.[0]
    expect(await newest()).toMatchObject({ ts, text: 'Asked' })

    await ana.says('/echo once more')
    await ana.reads('once more')
    expect(await newest()).toMatchObject({ text: 'once more', bot_id: 'B0ECHO' })
    await ana.page.getByRole('button', { name: 'Shortcuts', exact: true }).click()
    await ana.page.getByRole('menuitem', { name: /Note/ }).click()
    await expect.poll(() => heard.at(-1)).toBe('note')
    await ana.message('Good morning').hover()
    await ana.message('Good morning').getByRole('button', { name: 'Message shortcuts' }).click()
    await ana.page.getByRole('menuitem', { name: /Keep/ }).click()
    await expect.poll(() => heard.at(-1)).toBe('keep Good morning')
    expect(heard).toEqual(['city lis', 'go U0ANA', 'form good', 'note', 'keep Good morning'])
    expect(ana.complaints).toEqual([])
  })
})
