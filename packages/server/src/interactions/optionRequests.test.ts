import { describe, expect, test } from 'vitest'
import { turnClock } from '#domain/clock'
import { anActingServer, buttons } from '#testing/apps/interactiveApp'

const channel = 'C0HELP'
const ask = { channel, command: '/ask', text: 'what  now <b>' }

describe('a slash command', () => {
  test('[ACT-15] is told to its app as it was typed, and what the app says at once is shown to who sent it', async () => {
    const scout = await anActingServer({ answers: () => ({ text: 'Nothing *yet*' }) })
    const [ana, ben] = [await scout.watch(), await scout.watch('U0BEN')]
    expect(await scout.act('command', ask)).toEqual({})
    expect(scout.app.questions()[0]).toMatchObject({ type: 'slash_commands', accepts_response_payload: true })
    expect(await scout.asked()).toEqual({
      token: expect.any(String),
      team_id: 'T0ACME',
      team_domain: 'acme',
      channel_id: channel,
      channel_name: 'help-desk',
      user_id: 'U0ANA',
      user_name: 'ana',
      command: '/ask',
      text: 'what  now <b>',
      api_app_id: 'A0SCOUT',
      is_enterprise_install: 'false',
      response_url: expect.stringContaining('/actions/T0ACME/'),
      trigger_id: expect.any(String),
    })
    expect(await ana.next((frame) => frame.type === 'ephemeral')).toMatchObject({
      channel,
      message: { text: 'Nothing *yet*', app_id: 'A0SCOUT' },
    })
    expect(ben.frames.some(({ type }) => type === 'ephemeral')).toBe(false)
  })

  test('[ACT-15] whose app answers in_channel is answered for all, and nobody sees the command', async () => {
    const scout = await anActingServer({ answers: () => ({ text: 'For all', response_type: 'in_channel' }) })
    await scout.act('command', ask)
    const history = await scout.call('conversations.history', { channel, limit: 1 })
    expect(history['messages'][0]).toMatchObject({ text: 'For all', bot_id: 'B0SCOUT' })
  })

  test('[ACT-15] with should_escape has names as ids, of what the person can see alone', async () => {
    const scout = await anActingServer()
    const text = 'a & <b> @ben #help-desk #secret @nobody mail@ben https://x.org/?a=1&b=2'
    const secret = '<#C0SECRET|secret>'
    await scout.act('command', { channel, command: '/escape', text })
    const said = 'a &amp; &lt;b&gt; <@U0BEN|ben> <#C0HELP|help-desk>'
    const rest = '@nobody mail@ben <https://x.org/?a=1&amp;b=2>'
    expect((await scout.asked())['text']).toBe(`${said} ${secret} ${rest}`)
    await scout.act('command', { channel, command: '/escape', text }, 'U0BEN')
    expect((await scout.asked())['text']).toBe(`${said} #secret ${rest}`)
  })

  test('[ACT-1, ACT-15] is refused where the person is not, and where no app has it', async () => {
    const scout = await anActingServer()
    expect(await scout.act('command', { ...ask, command: '/other' })).toMatchObject({ error: 'command_not_found' })
    expect(await scout.act('command', { ...ask, app_id: 'A0QUIET' })).toMatchObject({ error: 'command_not_found' })
    expect(await scout.act('command', ask, 'U0EVE')).toMatchObject({ error: 'not_in_channel' })
    expect(await scout.act('command', { ...ask, channel: 'C0OLD' })).toMatchObject({ error: 'is_archived' })
    expect(await scout.act('command', { ...ask, channel: 'C0BLOCKED' })).toMatchObject({ error: 'access_denied' })
    expect(scout.app.questions()).toEqual([])
  })
})

describe('a shortcut', () => {
  test('[ACT-14] is used anywhere', async () => {
    const scout = await anActingServer()
    expect(await scout.act('shortcut', { app_id: 'A0SCOUT', callback_id: 'note' })).toEqual({})
    const payload = await scout.asked()
    expect(payload).toMatchObject({ type: 'shortcut', callback_id: 'note', user: { id: 'U0ANA' } })
    expect(payload['trigger_id']).toEqual(expect.any(String))
    expect(payload).not.toHaveProperty('response_url')
  })

  test('[ACT-14] is used on a message, whoever wrote it, that the person may act on', async () => {
    const scout = await anActingServer()
    const on = { app_id: 'A0SCOUT', callback_id: 'keep', channel, ts: '1767225600.000100' }
    expect(await scout.act('shortcut', on)).toEqual({})
    expect(await scout.asked()).toMatchObject({
      type: 'message_action',
      callback_id: 'keep',
      message_ts: on.ts,
      message: { text: 'The printer is on fire', user: 'U0BEN' },
      channel: { id: channel, name: 'help-desk' },
      response_url: expect.any(String),
    })
    expect(await scout.act('shortcut', on, 'U0EVE')).toMatchObject({ error: 'not_in_channel' })
    const wrong = { app_id: 'A0SCOUT', callback_id: 'keep' }
    expect(await scout.act('shortcut', wrong)).toMatchObject({ error: 'shortcut_not_found' })
    expect(await scout.act('shortcut', { ...on, app_id: 'A0QUIET' })).toMatchObject({ error: 'shortcut_not_found' })
    expect(await scout.act('shortcut', { ...on, app_id: 'A0NONE' })).toMatchObject({ error: 'app_not_found' })
  })

  test('[ACT-14, STR-8] on a stream that is not for this person gives another app none of it', async () => {
    const scout = await anActingServer()
    const { ts } = await scout.call('chat.startStream', {
      channel,
      thread_ts: '1767225600.000100',
      recipient_user_id: 'U0ANA',
      recipient_team_id: 'T0ACME',
      markdown_text: 'For Ana alone',
    })
    const on = { app_id: 'A0SCOUT', callback_id: 'keep', channel, ts }
    await scout.act('shortcut', on, 'U0BEN')
    expect(await scout.asked()).toMatchObject({ message: { text: 'For Ana alone' } })
    await scout.store.write((tx) =>
      tx.updateTable('messages').set({ app_id: 'A0QUIET' }).where('ts', '=', ts).execute(),
    )
    await scout.act('shortcut', on, 'U0BEN')
    const payload = await scout.asked()
    expect(payload).toMatchObject({ message_ts: ts, message: { text: '', blocks: [], streaming_state: 'in_progress' } })
    expect(JSON.stringify(payload)).not.toContain('Ana alone')
    await scout.act('shortcut', on, 'U0ANA')
    expect(await scout.asked()).toMatchObject({ message: { text: 'For Ana alone' } })
  })
})

describe('a response_url', () => {
  test('[ACT-12] takes five answers in 30 minutes, and its secret is kept nowhere', async () => {
    const scout = await anActingServer()
    await scout.act('command', ask)
    const { response_url } = await scout.asked()
    const kept = JSON.stringify(await scout.store.db.selectFrom('response_urls').selectAll().execute())
    expect(kept).not.toContain(String(response_url).split('/').at(-1))
    const odd = await scout.respond(response_url, { blocks: [{ type: 'nonsense' }] })
    expect(odd).toMatchObject({ status: 400, body: { ok: false, error: 'invalid_blocks' } })
    for (let i = 0; i < 5; i++)
      expect(await scout.respond(response_url, { text: `${i}` })).toMatchObject({ status: 200, body: { ok: true } })
    expect(await scout.respond(response_url, { text: 'x' })).toMatchObject({ status: 404, body: { error: 'used_url' } })
    await scout.act('command', ask)
    const late = (await scout.asked())['response_url']
    turnClock(30 * 60_000)
    expect(await scout.respond(late, { text: 'x' })).toMatchObject({ status: 404, body: { error: 'expired_url' } })
    const made = `${scout.url}/actions/T0ACME/made-up`
    expect(await scout.respond(made, { text: 'x' })).toMatchObject({ status: 404, body: { error: 'invalid_url' } })
    const elsewhere = String(late).replace('T0ACME', 'T0STRICT')
    expect(await scout.respond(elsewhere, { text: 'x' })).toMatchObject({ body: { error: 'invalid_url' } })
  })

  test('[ACT-12] replaces and deletes the message that was acted on', async () => {
    const scout = await anActingServer()
    const { ts } = await scout.call('chat.postMessage', { channel, text: 'x', blocks: buttons })
    await scout.act('press', { channel, ts, action_id: 'go' })
    const { response_url } = await scout.asked()
    expect(await scout.respond(response_url, { text: 'Done', replace_original: true })).toMatchObject({ status: 200 })
    const read = async () => (await scout.call('conversations.history', { channel, limit: 1 }))['messages'][0]
    expect(await read()).toMatchObject({ ts, text: 'Done' })
    expect(await scout.respond(response_url, { delete_original: true })).toMatchObject({ status: 200 })
    expect((await read()).ts).not.toBe(ts)
    expect(await scout.respond(response_url, { delete_original: true })).toMatchObject({ status: 400 })
  })

  test('[ACT-12] replaces and deletes a message for one alone', async () => {
    const scout = await anActingServer()
    const ana = await scout.watch()
    const { message_ts: ts } = await scout.call('chat.postEphemeral', {
      channel,
      user: 'U0ANA',
      text: 'x',
      blocks: buttons,
    })
    await scout.act('press', { channel, ts, action_id: 'go' })
    const { response_url } = await scout.asked()
    await scout.respond(response_url, { text: 'Done', replace_original: true })
    await ana.next((frame) => frame.type === 'ephemeral' && frame.message.ts === ts && frame.message.text === 'Done')
    await scout.respond(response_url, { delete_original: true })
    expect(await ana.next((frame) => frame.type === 'ephemeral_gone')).toMatchObject({ channel, ts })
    expect(await scout.act('press', { channel, ts, action_id: 'go' })).toMatchObject({ error: 'message_not_found' })
  })

  test('[ACT-12] changes nothing that another wrote, and says nothing once the app is gone', async () => {
    const scout = await anActingServer()
    const on = { app_id: 'A0SCOUT', callback_id: 'keep', channel, ts: '1767225600.000100' }
    await scout.act('shortcut', on)
    const { response_url } = await scout.asked()
    const answer = await scout.respond(response_url, { text: 'Mine', replace_original: true })
    expect(answer).toMatchObject({ status: 400, body: { error: 'cant_update_message' } })
    await scout.store.write((tx) => tx.updateTable('apps').set({ removed: true }).where('id', '=', 'A0SCOUT').execute())
    expect(await scout.respond(response_url, { text: 'x' })).toMatchObject({ body: { error: 'app_not_found' } })
  })
})
