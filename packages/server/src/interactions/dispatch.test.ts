import { describe, expect, test } from 'vitest'
import { turnClock } from '#domain/clock'
import { aModal, anActingServer, buttons, plain, textField } from '#testing/apps/interactiveApp'
import { anHttpApp } from '#testing/apps/httpApp'

const channel = 'C0HELP'

async function posting() {
  const app = await anHttpApp()
  const scout = await anActingServer({ url: app.url })
  const { ts } = await scout.call('chat.postMessage', { channel, text: 'x', blocks: buttons })
  return { app, scout, go: { channel, ts, action_id: 'go' } }
}

describe('an app that is asked by HTTP', () => {
  test('[ACT-2] is posted a signed form whose type has no charset, with the payload in a field', async () => {
    const { app, scout, go } = await posting()
    expect(await scout.act('press', go)).toEqual({})
    expect(app.events()).toHaveLength(1)
    expect(app.events()[0]).toMatchObject({
      signed: true,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: { type: 'block_actions', actions: [{ action_id: 'go' }] },
    })
    const entries = (await scout.ask('GET', '/control/wait?kind=interaction&event=block_actions')).body
    expect(entries).toMatchObject({ way: 'http', outcome: 'answered', user: 'U0ANA' })
  })

  test('[ACT-15] is posted a command as fields, and answers with JSON or with text', async () => {
    const { app, scout } = await posting()
    const ana = await scout.watch()
    for (const [body, said] of [
      ['{"text":"As JSON"}', 'As JSON'],
      ['As text', 'As text'],
    ] as const) {
      app.answers((response) => response.end(body))
      expect(await scout.act('command', { channel, command: '/ask', text: 'a b' })).toEqual({})
      await ana.next((frame) => frame.type === 'ephemeral' && frame.message.text === said)
    }
    expect(app.events()[0]).toMatchObject({
      signed: true,
      body: { command: '/ask', text: 'a b', user_id: 'U0ANA', is_enterprise_install: 'false' },
    })
  })

  test('[ACT-11] answers a submission in the body', async () => {
    const { app, scout, go } = await posting()
    await scout.act('press', go)
    const { trigger_id } = app.events()[0]!.body
    const { view } = await scout.call('views.open', { trigger_id, view: aModal([textField('f')]) })
    const errors = { f: 'No.' }
    app.answers((response) => response.end(JSON.stringify({ response_action: 'errors', errors })))
    const submission = { view_id: view.id, state: { f: { text: 'x' } } }
    expect(await scout.act('submit', submission)).toEqual({ errors })
    app.answers((response) => response.end())
    expect(await scout.act('submit', submission)).toEqual({})
  })

  test('[ACT-2] that fails, is slow or is away is told of to the person, and asked once', async () => {
    const { app, scout, go } = await posting()
    app.answers((response) => void response.writeHead(404).end())
    const refused = { error: 'dispatch_failed', detail: 'Scout answered with an error (404).' }
    expect(await scout.act('press', go)).toMatchObject(refused)
    app.answers(() => {})
    const pressing = scout.act('press', go)
    await expect.poll(() => app.events().length).toBe(2)
    turnClock(3000)
    expect(await pressing).toMatchObject({ error: 'operation_timeout' })
    await app.down()
    const away = { error: 'dispatch_failed', detail: 'Scout cannot be reached.' }
    expect(await scout.act('press', go)).toMatchObject(away)
    expect(app.events()).toHaveLength(2)
  })

  test('[ACT-6] is asked for options where they are to be asked for', async () => {
    const { app, scout } = await posting()
    const groups = [{ label: plain('Towns'), options: [{ text: plain('Lisbon'), value: 'lis' }] }]
    app.answers((response) => response.end(JSON.stringify({ option_groups: groups })))
    const select = { type: 'multi_external_select', action_id: 'city' }
    const blocks = [{ type: 'actions', block_id: 'b', elements: [select] }]
    const { ts } = await scout.call('chat.postMessage', { channel, text: 'x', blocks })
    const city = { channel, ts, action_id: 'city' }
    expect(await scout.act('options', { ...city, value: 'Li' })).toEqual({ option_groups: groups })
    expect(await scout.act('press', { ...city, value: ['lis'] })).toEqual({})
    app.answers((response) => response.end('{"options":"many"}'))
    expect(await scout.act('options', { ...city, value: 'Li' })).toMatchObject({ error: 'invalid_response' })
  })

  test('[ACT-2] is not asked where it says no address', async () => {
    const { scout, go } = await posting()
    await scout.store.write((tx) => tx.updateTable('apps').set({ manifest: {} }).where('id', '=', 'A0SCOUT').execute())
    expect(await scout.act('press', go)).toMatchObject({ error: 'app_missing_action_url' })
  })
})
