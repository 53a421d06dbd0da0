import { describe, expect, test } from 'vitest'
import { modalView, startInteractiveServer, buttons, plainText, textField } from '#testing/apps/interactiveServer'
import { startHttpApp } from '#testing/apps/httpApp'

const channel = 'C0HELP'

async function startPosting() {
  const app = await startHttpApp()
  const scout = await startInteractiveServer({ url: app.url })
  const { ts } = await scout.call('chat.postMessage', { channel, text: 'x', blocks: buttons })
  return { app, scout, go: { channel, ts, action_id: 'go' } }
}

describe('an interaction over HTTP', () => {
  test('[ACT-2] is a signed form without a charset, with the payload in a field', async () => {
    const { app, scout, go } = await startPosting()
    expect(await scout.interact('press', go)).toEqual({})
    expect(app.events()).toHaveLength(1)
    expect(app.events()[0]).toMatchObject({
      signed: true,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: { type: 'block_actions', actions: [{ action_id: 'go' }] },
    })
    const entries = (await scout.request('GET', '/control/wait?kind=interaction&event=block_actions')).body
    expect(entries).toMatchObject({ way: 'http', outcome: 'answered', user: 'U0ANA' })
  })

  test('GET /control/wait finds it by the channel of its message, or of its command', async () => {
    const { scout, go } = await startPosting()
    const wait = async (event: string, where: string) => {
      const query = `kind=interaction&event=${event}&channel=${where}&timeout=100ms`
      return (await scout.request('GET', `/control/wait?${query}`)).body
    }
    await scout.interact('press', go)
    await scout.interact('command', { channel, command: '/ask', text: 'a b' })
    for (const event of ['block_actions', 'slash_commands']) {
      expect(await wait(event, channel)).toMatchObject({ type: event })
      expect(await wait(event, 'C0OTHER')).toMatchObject({ error: 'request_timeout' })
    }
  })

  test('[ACT-15] has the fields of a command, and may be answered with JSON or text', async () => {
    const { app, scout } = await startPosting()
    const ana = await scout.watchFeed()
    for (const [body, said] of [
      ['{"text":"As JSON"}', 'As JSON'],
      ['As text', 'As text'],
    ] as const) {
      app.answerWith((response) => response.end(body))
      expect(await scout.interact('command', { channel, command: '/ask', text: 'a b' })).toEqual({})
      await ana.next((frame) => frame.type === 'ephemeral' && frame.message.text === said)
    }
    expect(app.events()[0]).toMatchObject({
      signed: true,
      body: { command: '/ask', text: 'a b', user_id: 'U0ANA', is_enterprise_install: 'false' },
    })
  })

  test('[ACT-11] answers a submission in the body of the response', async () => {
    const { app, scout, go } = await startPosting()
    await scout.interact('press', go)
    const { trigger_id } = app.events()[0]!.body
    const { view } = await scout.call('views.open', { trigger_id, view: modalView([textField('f')]) })
    const errors = { f: 'No.' }
    app.answerWith((response) => response.end(JSON.stringify({ response_action: 'errors', errors })))
    const submission = { view_id: view.id, state: { f: { text: 'x' } } }
    expect(await scout.interact('submit', submission)).toEqual({ errors })
    app.answerWith((response) => response.end())
    expect(await scout.interact('submit', submission)).toEqual({})
  })

  test('[ACT-2] is sent once, and the person gets an error if the app fails, is slow or is down', async () => {
    const { app, scout, go } = await startPosting()
    app.answerWith((response) => void response.writeHead(404).end())
    const refused = { error: 'dispatch_failed', detail: 'Scout answered with an error (404).' }
    expect(await scout.interact('press', go)).toMatchObject(refused)
    app.answerWith(() => {})
    const pressing = scout.interact('press', go)
    await expect.poll(() => app.events().length).toBe(2)
    scout.store.db.clock.advance(3000)
    expect(await pressing).toMatchObject({ error: 'operation_timeout' })
    await app.stop()
    const away = { error: 'dispatch_failed', detail: 'Scout cannot be reached.' }
    expect(await scout.interact('press', go)).toMatchObject(away)
    expect(app.events()).toHaveLength(2)
  })

  test("[ACT-6] requests options at the app's address for options", async () => {
    const { app, scout } = await startPosting()
    const groups = [{ label: plainText('Towns'), options: [{ text: plainText('Lisbon'), value: 'lis' }] }]
    app.answerWith((response) => response.end(JSON.stringify({ option_groups: groups })))
    const select = { type: 'multi_external_select', action_id: 'city' }
    const blocks = [{ type: 'actions', block_id: 'b', elements: [select] }]
    const { ts } = await scout.call('chat.postMessage', { channel, text: 'x', blocks })
    const city = { channel, ts, action_id: 'city' }
    expect(await scout.interact('options', { ...city, value: 'Li' })).toEqual({ option_groups: groups })
    expect(await scout.interact('press', { ...city, value: ['lis'] })).toEqual({})
    app.answerWith((response) => response.end('{"options":"many"}'))
    expect(await scout.interact('options', { ...city, value: 'Li' })).toMatchObject({ error: 'invalid_response' })
  })

  test('[ACT-2] is refused if the app has no address', async () => {
    const { scout, go } = await startPosting()
    await scout.store.write((tx) => tx.updateTable('apps').set({ manifest: {} }).where('id', '=', 'A0SCOUT').execute())
    expect(await scout.interact('press', go)).toMatchObject({ error: 'app_missing_action_url' })
  })
})
