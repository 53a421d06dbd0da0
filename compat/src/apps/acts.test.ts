import { describe, expect, test } from 'vitest'
import { aBoltApp, bolts } from '#testing/bolt'
import { aPerson } from '#testing/person'
import { anAppServer, type Server } from '#testing/server'

const channel = 'C0GENERAL'
const plain = (text: string) => ({ type: 'plain_text' as const, text })

/** Ana acts without a browser, as hers would ask for it. */
async function act(server: Server, verb: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${server.url}/control/${verb}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ team: 'T0ACME', user: 'U0ANA', ...body }),
  })
  return (await response.json()) as Record<string, unknown>
}

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
      { type: 'external_select' as const, action_id: 'city' },
    ]
    const { ts } = await app.client.chat.postMessage({ channel, text: 'Go?', blocks: [{ type: 'actions', elements }] })
    const message = { channel, ts }
    expect(await act(server, 'options', { ...message, action_id: 'city', value: 'Li' })).toEqual({
      options: [{ text: plain('Lisbon'), value: 'lis' }],
    })
    expect(await act(server, 'press', { ...message, action_id: 'city', value: 'lis' })).toEqual({})

    const ana = await aPerson(server, 'Ana Lima', `/c/${channel}`)
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
    expect(await act(server, 'shortcut', { app_id: 'A0ECHO', callback_id: 'note' })).toEqual({})
    const on = { channel, ts: '1767225600.000100' }
    expect(await act(server, 'shortcut', { app_id: 'A0ECHO', callback_id: 'keep', ...on })).toEqual({})
    expect(heard).toEqual(['city lis', 'go U0ANA', 'form good', 'note', 'keep Good morning'])
    expect(ana.complaints).toEqual([])
  })
})
