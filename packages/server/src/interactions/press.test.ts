import { describe, expect, test } from 'vitest'
import { turnClock } from '#domain/clock'
import { anActingServer, buttons, plain } from '#testing/apps/interactiveApp'

const channel = 'C0HELP'

describe('a press', () => {
  test('[ACT-1, ACT-2] is told to the app of the message, with all that it needs to answer', async () => {
    const scout = await anActingServer()
    const posted = await scout.call('chat.postMessage', { channel, text: 'Shall I?', blocks: buttons })
    expect(await scout.act('press', { channel, ts: posted['ts'], action_id: 'go' })).toEqual({})
    const envelope = scout.app.questions()[0]!
    expect(envelope).toMatchObject({ type: 'interactive', accepts_response_payload: false })
    expect(await scout.asked()).toEqual({
      type: 'block_actions',
      team: { id: 'T0ACME', domain: 'acme' },
      enterprise: null,
      user: { id: 'U0ANA', username: 'ana', name: 'ana', team_id: 'T0ACME' },
      api_app_id: 'A0SCOUT',
      token: expect.stringMatching(/^\w{24}$/),
      is_enterprise_install: false,
      container: { type: 'message', message_ts: posted['ts'], channel_id: channel, is_ephemeral: false },
      channel: { id: channel, name: 'help-desk' },
      message: expect.objectContaining({ type: 'message', ts: posted['ts'], user: 'U0SCOUT', bot_id: 'B0SCOUT' }),
      state: { values: { b: { pick: { type: 'static_select', selected_option: null } } } },
      trigger_id: expect.stringMatching(/^\d+\.\d+\.[\w-]{43}$/),
      response_url: expect.stringContaining(`${scout.url}/actions/T0ACME/`),
      actions: [
        {
          type: 'button',
          block_id: 'b',
          action_id: 'go',
          text: plain('Go'),
          value: 'now',
          action_ts: expect.stringMatching(/^\d{10}\.\d{6}$/),
        },
      ],
    })
    const entries = (await scout.ask('GET', '/control/journal')).body['entries']
    const told = entries.find(({ kind }: { kind: string }) => kind === 'interaction')
    expect(told).toMatchObject({
      app: 'A0SCOUT',
      user: 'U0ANA',
      type: 'block_actions',
      way: 'socket',
      outcome: 'answered',
    })
    expect(JSON.stringify(told)).not.toContain('/actions/')
    expect(told.payload).toMatchObject({ trigger_id: '[withheld]', token: '[withheld]', response_url: '[withheld]' })
  })

  test('[ACT-3] carries what was chosen, and nothing that the element does not offer', async () => {
    const scout = await anActingServer()
    const { ts } = await scout.call('chat.postMessage', { channel, text: 'x', blocks: buttons })
    await scout.act('press', { channel, ts, block_id: 'b', action_id: 'pick', value: 'two' })
    const two = { text: plain('two'), value: 'two' }
    expect(await scout.asked()).toMatchObject({
      actions: [{ type: 'static_select', selected_option: two }],
      state: { values: { b: { pick: { selected_option: two } } } },
    })
    for (const value of ['three', ['two'], 2, '__proto__'])
      expect(await scout.act('press', { channel, ts, action_id: 'pick', value })).toMatchObject({
        error: 'invalid_value',
      })
    expect(scout.app.questions()).toHaveLength(1)
  })

  test.each([
    ['an element that is not there', { action_id: 'other' }, 'action_not_found'],
    ['another block', { block_id: 'c', action_id: 'go' }, 'action_not_found'],
    ['a message that is not there', { ts: '1767225600.999999', action_id: 'go' }, 'message_not_found'],
    ['another channel', { channel: 'C0GENERAL', action_id: 'go' }, 'message_not_found'],
  ])('[ACT-1] of %s is refused', async (_what, given, error) => {
    const scout = await anActingServer()
    const { ts } = await scout.call('chat.postMessage', { channel, text: 'x', blocks: buttons })
    expect(await scout.act('press', { channel, ts, ...given })).toMatchObject({ error })
    expect(scout.app.questions()).toEqual([])
  })

  test('[ACT-1] is refused to who is not in the channel, has left it, or is of another team', async () => {
    const scout = await anActingServer()
    const { ts } = await scout.call('chat.postMessage', { channel, text: 'x', blocks: buttons })
    const press = { channel, ts, action_id: 'go' }
    expect(await scout.act('press', press, 'U0EVE')).toMatchObject({ error: 'not_in_channel' })
    await scout.store.write((tx) => tx.deleteFrom('members').where('user_id', '=', 'U0BEN').execute())
    scout.store.db.memory.clear()
    expect(await scout.act('press', press, 'U0BEN')).toMatchObject({ error: 'not_in_channel' })
    const stranger = await scout.store.db
      .selectFrom('users')
      .selectAll()
      .where('team_id', '=', 'T0STRICT')
      .where('app_id', 'is', null)
      .executeTakeFirstOrThrow()
    expect(await scout.act('press', press, stranger.id, 'T0STRICT')).toMatchObject({ error: 'channel_not_found' })
    expect(scout.app.questions()).toEqual([])
  })

  test('[ACT-1] of a removed app is refused', async () => {
    const scout = await anActingServer()
    const { ts } = await scout.call('chat.postMessage', { channel, text: 'x', blocks: buttons })
    await scout.store.write((tx) => tx.updateTable('apps').set({ removed: true }).where('id', '=', 'A0SCOUT').execute())
    expect(await scout.act('press', { channel, ts, action_id: 'go' })).toMatchObject({ error: 'app_not_found' })
  })

  test('[ACT-1] a message for one alone is acted on by that one alone', async () => {
    const scout = await anActingServer()
    const { message_ts: ts } = await scout.call('chat.postEphemeral', {
      channel,
      user: 'U0ANA',
      text: 'x',
      blocks: buttons,
    })
    expect(await scout.act('press', { channel, ts, action_id: 'go' }, 'U0BEN')).toMatchObject({
      error: 'message_not_found',
    })
    expect(await scout.act('press', { channel, ts, action_id: 'go' })).toEqual({})
    const payload = await scout.asked()
    expect(payload['container']).toMatchObject({ is_ephemeral: true, message_ts: ts })
    expect(payload).not.toHaveProperty('message')
  })

  test('[ACT-2] of an app that does not answer in time, or is not there, is told so', async () => {
    const scout = await anActingServer({ answers: () => 'silent' })
    const { ts } = await scout.call('chat.postMessage', { channel, text: 'x', blocks: buttons })
    const pressing = scout.act('press', { channel, ts, action_id: 'go' })
    await scout.app.until(() => scout.app.questions().length === 1)
    turnClock(3000)
    expect(await pressing).toMatchObject({ error: 'operation_timeout', detail: 'Scout did not answer in time.' })
    const going = scout.act('press', { channel, ts, action_id: 'go' })
    await scout.app.until(() => scout.app.questions().length === 2)
    scout.app.socket.terminate()
    expect(await going).toMatchObject({ error: 'dispatch_failed' })
    await scout.app.closed
    await expect
      .poll(() => scout.act('press', { channel, ts, action_id: 'go' }))
      .toMatchObject({ error: 'dispatch_failed', detail: 'Scout is not connected.' })
  })

  test('[ACT-13] is refused after 300 in a minute', async () => {
    const scout = await anActingServer()
    const press = { channel, ts: '1767225600.999999', action_id: 'go' }
    const answers = await Promise.all(Array.from({ length: 301 }, () => scout.act('press', press)))
    expect(answers.filter(({ error }) => error === 'ratelimited')).toHaveLength(1)
  })

  test('a browser acts with its session, and only from the server’s own pages', async () => {
    const scout = await anActingServer()
    const { ts } = await scout.call('chat.postMessage', { channel, text: 'x', blocks: buttons })
    const press = { channel, ts, action_id: 'go', page: 'p1' }
    expect((await scout.ask('POST', '/act/press', press)).status).toBe(401)
    const signed = await scout.ask('POST', '/session', { team: 'T0ACME', user: 'U0ANA' })
    const cookie = signed.headers.getSetCookie()[0]!.split(';')[0]!
    expect(await scout.ask('POST', '/act/press', press, { cookie })).toMatchObject({ status: 200, body: {} })
    const foreign = { cookie, origin: 'https://evil.example' }
    expect((await scout.ask('POST', '/act/press', press, foreign)).status).toBe(403)
    const odd = await scout.ask('POST', '/act/press', { channel }, { cookie })
    expect(odd).toMatchObject({ status: 400, body: { error: 'invalid_arguments' } })
    expect(scout.app.questions()).toHaveLength(1)
  })
})

test('[ACT-6] an app is asked for options, and what it offered can be chosen', async () => {
  const options = [{ text: plain('Lisbon'), value: 'lis' }]
  const scout = await anActingServer({
    answers: ({ payload }) => (payload['type'] === 'block_suggestion' ? { options } : undefined),
  })
  const blocks = [{ type: 'actions', block_id: 'b', elements: [{ type: 'external_select', action_id: 'city' }] }]
  const { ts } = await scout.call('chat.postMessage', { channel, text: 'x', blocks })
  const city = { channel, ts, action_id: 'city' }
  expect(await scout.act('press', { ...city, value: 'lis' })).toMatchObject({ error: 'invalid_value' })
  expect(await scout.act('options', { ...city, value: 'Li' })).toEqual({ options })
  expect(await scout.asked()).toMatchObject({ type: 'block_suggestion', value: 'Li', block_id: 'b', action_id: 'city' })
  expect(scout.app.questions().at(-1)).toMatchObject({ accepts_response_payload: true })
  expect(await scout.act('press', { ...city, value: 'lis' })).toEqual({})
  expect(await scout.act('press', { ...city, value: 'lis' }, 'U0BEN')).toMatchObject({ error: 'invalid_value' })
})
