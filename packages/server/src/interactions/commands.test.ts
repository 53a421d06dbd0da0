import { describe, expect, test } from 'vitest'
import { startInteractiveServer } from '#testing/apps/interactiveServer'

const channel = 'C0HELP'
export const ask = { channel, command: '/ask', text: 'what  now <b>' }

describe('a slash command', () => {
  test('[ACT-15] is sent to its app as typed, and the immediate answer is shown to the sender', async () => {
    const scout = await startInteractiveServer({ answerDispatch: () => ({ text: 'Nothing *yet*' }) })
    const [ana, ben] = [await scout.watchFeed(), await scout.watchFeed('U0BEN')]
    expect(await scout.interact('command', ask)).toEqual({})
    expect(scout.app.dispatches()[0]).toMatchObject({ type: 'slash_commands', accepts_response_payload: true })
    expect(await scout.readLastDispatch()).toEqual({
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

  test('[ACT-15] is answered to everybody with in_channel, without showing the command', async () => {
    const scout = await startInteractiveServer({
      answerDispatch: () => ({ text: 'For all', response_type: 'in_channel' }),
    })
    await scout.interact('command', ask)
    const history = await scout.call('conversations.history', { channel, limit: 1 })
    expect(history['messages'][0]).toMatchObject({ text: 'For all', bot_id: 'B0SCOUT' })
  })

  test('[ACT-15] is answered with blocks as JSON text', async () => {
    const blocks = JSON.stringify([{ type: 'section', text: { type: 'plain_text', text: 'Drawn' } }])
    const scout = await startInteractiveServer({ answerDispatch: () => ({ text: 'x', blocks, thread_ts: null }) })
    const ana = await scout.watchFeed()
    expect(await scout.interact('command', ask)).toEqual({})
    expect(await ana.next((frame) => frame.type === 'ephemeral')).toMatchObject({
      message: { blocks: [{ type: 'section', text: { text: 'Drawn' } }] },
    })
  })

  test.each([
    ['nobody else', {}],
    ['everybody', { response_type: 'in_channel' }],
  ])('[ACT-30] sent in a thread names it, and is answered there for %s', async (_whom, more) => {
    const scout = await startInteractiveServer({ answerDispatch: () => ({ text: 'Here', ...more }) })
    const ana = await scout.watchFeed()
    const root = (await scout.call('chat.postMessage', { channel, text: 'Root' }))['ts']
    const reply = (await scout.call('chat.postMessage', { channel, text: 'Reply', thread_ts: root }))['ts']
    expect(await scout.interact('command', { ...ask, thread_ts: reply })).toEqual({})
    expect(await scout.readLastDispatch()).toMatchObject({ command: '/ask', channel_id: channel, thread_ts: root })
    const answer = await ana.next(
      (frame) => (frame.type === 'ephemeral' || frame.type === 'message') && frame.message.text === 'Here',
    )
    expect(answer).toMatchObject({ channel, message: { thread_ts: root } })
  })

  test('[ACT-30] is refused in a thread that does not exist', async () => {
    const scout = await startInteractiveServer()
    const use = { ...ask, thread_ts: '1767225600.999999' }
    expect(await scout.interact('command', use)).toMatchObject({ error: 'invalid_thread_ts' })
    expect(scout.app.dispatches()).toEqual([])
  })

  test('[ACT-15] with should_escape has ids for names that the person can see', async () => {
    const scout = await startInteractiveServer()
    const text = 'a & <b> @ben #help-desk #secret @nobody mail@ben https://x.org/?a=1&b=2'
    const secret = '<#C0SECRET|secret>'
    await scout.interact('command', { channel, command: '/escape', text })
    const said = 'a &amp; &lt;b&gt; <@U0BEN|ben> <#C0HELP|help-desk>'
    const rest = '@nobody mail@ben <https://x.org/?a=1&amp;b=2>'
    expect((await scout.readLastDispatch())['text']).toBe(`${said} ${secret} ${rest}`)
    await scout.interact('command', { channel, command: '/escape', text }, 'U0BEN')
    expect((await scout.readLastDispatch())['text']).toBe(`${said} #secret ${rest}`)
  })

  test("[ACT-1, ACT-15] is refused outside the person's channels, and if no app has it", async () => {
    const scout = await startInteractiveServer()
    expect(await scout.interact('command', { ...ask, command: '/other' })).toMatchObject({ error: 'command_not_found' })
    expect(await scout.interact('command', { ...ask, app_id: 'A0QUIET' })).toMatchObject({ error: 'command_not_found' })
    expect(await scout.interact('command', ask, 'U0EVE')).toMatchObject({ error: 'not_in_channel' })
    expect(await scout.interact('command', { ...ask, channel: 'C0OLD' })).toMatchObject({ error: 'is_archived' })
    expect(await scout.interact('command', { ...ask, channel: 'C0BLOCKED' })).toMatchObject({ error: 'access_denied' })
    expect(scout.app.dispatches()).toEqual([])
  })
})
