import { describe, expect, test } from 'vitest'
import { startInteractiveServer, buttons, plainText } from '#testing/apps/interactiveServer'

const channel = 'C0HELP'

describe('a press', () => {
  test('[ACT-1, ACT-2] is sent to the app of the message, with everything needed to answer', async () => {
    const scout = await startInteractiveServer()
    const posted = await scout.call('chat.postMessage', { channel, text: 'Shall I?', blocks: buttons })
    expect(await scout.interact('press', { channel, ts: posted['ts'], action_id: 'go' })).toEqual({})
    const envelope = scout.app.dispatches()[0]!
    expect(envelope).toMatchObject({ type: 'interactive', accepts_response_payload: false })
    expect(await scout.readLastDispatch()).toEqual({
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
          text: plainText('Go'),
          value: 'now',
          action_ts: expect.stringMatching(/^\d{10}\.\d{6}$/),
        },
      ],
    })
    const entries = (await scout.request('GET', '/control/journal')).body['entries']
    const entry = entries.find(({ kind }: { kind: string }) => kind === 'interaction')
    expect(entry).toMatchObject({
      app: 'A0SCOUT',
      user: 'U0ANA',
      type: 'block_actions',
      way: 'socket',
      outcome: 'answered',
    })
    expect(JSON.stringify(entry)).not.toContain('/actions/')
    expect(entry.payload).toMatchObject({ trigger_id: '[withheld]', token: '[withheld]', response_url: '[withheld]' })
  })

  test('[ACT-3] has the chosen value, which must be one that the element offers', async () => {
    const scout = await startInteractiveServer()
    const { ts } = await scout.call('chat.postMessage', { channel, text: 'x', blocks: buttons })
    await scout.interact('press', { channel, ts, block_id: 'b', action_id: 'pick', value: 'two' })
    const two = { text: plainText('two'), value: 'two' }
    expect(await scout.readLastDispatch()).toMatchObject({
      actions: [{ type: 'static_select', selected_option: two }],
      state: { values: { b: { pick: { selected_option: two } } } },
    })
    for (const value of ['three', ['two'], 2, '__proto__'])
      expect(await scout.interact('press', { channel, ts, action_id: 'pick', value })).toMatchObject({
        error: 'invalid_value',
      })
    expect(scout.app.dispatches()).toHaveLength(1)
  })

  test.each([
    ['an element that is not there', { action_id: 'other' }, 'action_not_found'],
    ['another block', { block_id: 'c', action_id: 'go' }, 'action_not_found'],
    ['a message that is not there', { ts: '1767225600.999999', action_id: 'go' }, 'message_not_found'],
    ['another channel', { channel: 'C0GENERAL', action_id: 'go' }, 'message_not_found'],
  ])('[ACT-1] of %s is refused', async (_what, given, error) => {
    const scout = await startInteractiveServer()
    const { ts } = await scout.call('chat.postMessage', { channel, text: 'x', blocks: buttons })
    expect(await scout.interact('press', { channel, ts, ...given })).toMatchObject({ error })
    expect(scout.app.dispatches()).toEqual([])
  })

  test('[ACT-1] is refused to people outside the channel, former members and other teams', async () => {
    const scout = await startInteractiveServer()
    const { ts } = await scout.call('chat.postMessage', { channel, text: 'x', blocks: buttons })
    const press = { channel, ts, action_id: 'go' }
    expect(await scout.interact('press', press, 'U0EVE')).toMatchObject({ error: 'not_in_channel' })
    await scout.store.write((tx) => tx.deleteFrom('members').where('user_id', '=', 'U0BEN').execute())
    scout.store.db.cache.clear()
    expect(await scout.interact('press', press, 'U0BEN')).toMatchObject({ error: 'not_in_channel' })
    const stranger = await scout.store.db
      .selectFrom('users')
      .selectAll()
      .where('team_id', '=', 'T0STRICT')
      .where('app_id', 'is', null)
      .executeTakeFirstOrThrow()
    expect(await scout.interact('press', press, stranger.id, 'T0STRICT')).toMatchObject({ error: 'channel_not_found' })
    expect(scout.app.dispatches()).toEqual([])
  })

  test('[ACT-1] at a message of a removed app is refused', async () => {
    const scout = await startInteractiveServer()
    const { ts } = await scout.call('chat.postMessage', { channel, text: 'x', blocks: buttons })
    await scout.store.write((tx) => tx.updateTable('apps').set({ removed: true }).where('id', '=', 'A0SCOUT').execute())
    expect(await scout.interact('press', { channel, ts, action_id: 'go' })).toMatchObject({ error: 'app_not_found' })
  })

  test('[ACT-1] in an ephemeral message is possible for its person only', async () => {
    const scout = await startInteractiveServer()
    const { message_ts: ts } = await scout.call('chat.postEphemeral', {
      channel,
      user: 'U0ANA',
      text: 'x',
      blocks: buttons,
    })
    expect(await scout.interact('press', { channel, ts, action_id: 'go' }, 'U0BEN')).toMatchObject({
      error: 'message_not_found',
    })
    expect(await scout.interact('press', { channel, ts, action_id: 'go' })).toEqual({})
    const payload = await scout.readLastDispatch()
    expect(payload['container']).toMatchObject({ is_ephemeral: true, message_ts: ts })
    expect(payload).not.toHaveProperty('message')
  })

  test('[ACT-2] fails with a reason if the app is late or not connected', async () => {
    const scout = await startInteractiveServer({ answerDispatch: () => 'silent' })
    const { ts } = await scout.call('chat.postMessage', { channel, text: 'x', blocks: buttons })
    const pressing = scout.interact('press', { channel, ts, action_id: 'go' })
    await scout.app.until(() => scout.app.dispatches().length === 1)
    scout.store.db.clock.advance(3000)
    expect(await pressing).toMatchObject({ error: 'operation_timeout', detail: 'Scout did not answer in time.' })
    const going = scout.interact('press', { channel, ts, action_id: 'go' })
    await scout.app.until(() => scout.app.dispatches().length === 2)
    scout.app.socket.terminate()
    expect(await going).toMatchObject({ error: 'dispatch_failed' })
    await scout.app.closed
    await expect
      .poll(() => scout.interact('press', { channel, ts, action_id: 'go' }))
      .toMatchObject({ error: 'dispatch_failed', detail: 'Scout is not connected.' })
  })

  test('[ACT-13] is refused after 300 interactions in a minute', async () => {
    const scout = await startInteractiveServer()
    const press = { channel, ts: '1767225600.999999', action_id: 'go' }
    const answers = await Promise.all(Array.from({ length: 301 }, () => scout.interact('press', press)))
    expect(answers.filter(({ error }) => error === 'ratelimited')).toHaveLength(1)
  })

  test('needs a session, and is possible only from the server’s own pages', async () => {
    const scout = await startInteractiveServer()
    const { ts } = await scout.call('chat.postMessage', { channel, text: 'x', blocks: buttons })
    const press = { channel, ts, action_id: 'go', page: 'p1' }
    expect((await scout.request('POST', '/act/press', press)).status).toBe(401)
    const signed = await scout.request('POST', '/session', { team: 'T0ACME', user: 'U0ANA' })
    const cookie = signed.headers.getSetCookie()[0]!.split(';')[0]!
    expect(await scout.request('POST', '/act/press', press, { cookie })).toMatchObject({ status: 200, body: {} })
    const foreign = { cookie, origin: 'https://evil.example' }
    expect((await scout.request('POST', '/act/press', press, foreign)).status).toBe(403)
    const odd = await scout.request('POST', '/act/press', { channel }, { cookie })
    expect(odd).toMatchObject({ status: 400, body: { error: 'invalid_arguments' } })
    expect(scout.app.dispatches()).toHaveLength(1)
  })
})
