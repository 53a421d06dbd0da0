import { describe, expect, test } from 'vitest'
import { createBoltApp, boltVersions } from '#testing/bolt'
import { signInAt } from '#testing/person'
import { startAppServer } from '#testing/server'

const channel = 'C0GENERAL'
const plainText = (text: string) => ({ type: 'plain_text' as const, text })

describe.each(boltVersions)('%s in Socket Mode: interactions', (_version, Bolt) => {
  test('receives button presses, option searches, submissions, shortcuts and commands, and answers each', async () => {
    const server = await startAppServer()
    const app = createBoltApp(server, 'echo', Bolt)
    const received: string[] = []
    app.action('go', async ({ ack, body, client, respond }) => {
      await ack()
      if (body.type !== 'block_actions') return
      received.push(`go ${body.user.id}`)
      const field = { type: 'plain_text_input' as const, action_id: 'words' }
      const blocks = [{ type: 'input' as const, block_id: 'f', label: plainText('Words'), element: field }]
      const view = {
        type: 'modal' as const,
        callback_id: 'form',
        title: plainText('Form'),
        submit: plainText('Send'),
        blocks,
      }
      await client.views.open({ trigger_id: body.trigger_id, view })
      await respond({ text: 'Asked', replace_original: true })
    })
    app.view('form', async ({ ack, view }) => {
      const words = view.state.values['f']?.['words']?.value
      if (words === 'bad') return ack({ response_action: 'errors', errors: { f: 'Not that.' } })
      received.push(`form ${words}`)
      return ack()
    })
    app.options('city', async ({ ack, options }) => {
      await ack({ options: [{ text: plainText(`${options.value}sbon`), value: 'lis' }] })
    })
    app.action('city', async ({ ack, action }) => {
      await ack()
      if (action.type === 'external_select') received.push(`city ${action.selected_option?.value}`)
    })
    app.command('/echo', async ({ ack, command }) => ack({ text: command.text, response_type: 'in_channel' }))
    app.shortcut('note', async ({ ack }) => {
      await ack()
      received.push('note')
    })
    app.shortcut('keep', async ({ ack, shortcut }) => {
      await ack()
      if (shortcut.type === 'message_action') received.push(`keep ${shortcut.message.text}`)
    })
    app.event('app_home_opened', async () => {})
    await app.start()

    const elements = [
      { type: 'button' as const, action_id: 'go', text: plainText('Go') },
      { type: 'external_select' as const, action_id: 'city', placeholder: plainText('City'), min_query_length: 2 },
    ]
    const { ts } = await app.client.chat.postMessage({ channel, text: 'Go?', blocks: [{ type: 'actions', elements }] })
    const ana = await signInAt(server, 'Ana Lima', `/c/${channel}`)
    const city = ana.page.getByRole('combobox', { name: 'City' })
    await city.click()
    await city.pressSequentially('Li')
    await ana.page.getByRole('option', { name: 'Lisbon' }).click()
    await expect.poll(() => received).toEqual(['city lis'])
    await ana.page.getByRole('article').getByRole('button', { name: 'Go', exact: true }).click()
    const form = ana.page.getByRole('dialog', { name: 'Form' })
    const words = form.getByRole('textbox', { name: 'Words' })
    await words.fill('bad')
    await words.press('Enter')
    await form.getByText('Not that.').waitFor()
    await words.fill('good')
    await words.press('Enter')
    await form.waitFor({ state: 'detached' })
    await ana.waitForMessage('Asked')
    const newestMessage = async () => (await app.client.conversations.history({ channel, limit: 1 })).messages?.[0]
    expect(await newestMessage()).toMatchObject({ ts, text: 'Asked' })

    await ana.sendMessage('/echo once more')
    await ana.waitForMessage('once more')
    expect(await newestMessage()).toMatchObject({ text: 'once more', bot_id: 'B0ECHO' })
    await ana.page.getByRole('button', { name: 'Shortcuts', exact: true }).click()
    await ana.page.getByRole('menuitem', { name: /Note/ }).click()
    await expect.poll(() => received.at(-1)).toBe('note')
    await ana.findMessage('Good morning').hover()
    await ana.findMessage('Good morning').getByRole('button', { name: 'More actions' }).click()
    await ana.page.getByRole('menuitem', { name: /Keep/ }).click()
    await expect.poll(() => received.at(-1)).toBe('keep Good morning')
    expect(received).toEqual(['city lis', 'go U0ANA', 'form good', 'note', 'keep Good morning'])
    expect(ana.errors).toEqual([])
  })
})
