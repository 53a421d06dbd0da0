import { describe, expect, test } from 'vitest'
import { buttons, plainText, startInteractiveServer } from '#testing/apps/interactiveServer'
import type { DispatchEnvelope } from '#testing/apps/socketModeClient'

const channel = 'C0HELP'
const attached = [
  { text: 'One', blocks: buttons },
  { text: 'Two', blocks: buttons },
]
const legacy = {
  text: 'Deploy?',
  callback_id: 'deploy',
  actions: [
    { type: 'button', name: 'go', text: 'Go', value: 'yes', style: 'primary', confirm: { text: 'Really?' } },
    { type: 'select', name: 'where', text: 'Where', options: ['eu', 'us'].map((value) => ({ text: value, value })) },
    { type: 'select', name: 'who', text: 'Who', data_source: 'users' },
  ],
}

async function postLegacy(answer?: object) {
  const answerDispatch = (question: DispatchEnvelope) =>
    question.payload['type'] === 'interactive_message' ? answer : undefined
  const scout = await startInteractiveServer({ answerDispatch })
  const { ts } = await scout.call('chat.postMessage', { channel, text: 'Hm', attachments: [{ text: 'First' }, legacy] })
  const press = (more: object) => scout.interact('press', { channel, ts, attachment_id: 2, ...more })
  const read = async () => (await scout.call('conversations.history', { channel, limit: 1 }))['messages'][0]
  return { scout, ts, press, read }
}

describe('an attachment', () => {
  test('[ATT-6] has elements whose presses name it', async () => {
    const scout = await startInteractiveServer()
    const { ts } = await scout.call('chat.postMessage', { channel, attachments: attached })
    const press = { channel, ts, attachment_id: 2, block_id: 'b', action_id: 'pick', value: 'two' }
    expect(await scout.interact('press', press)).toEqual({})
    const two = { text: plainText('two'), value: 'two' }
    expect(await scout.readLastDispatch()).toMatchObject({
      type: 'block_actions',
      container: {
        type: 'message_attachment',
        message_ts: ts,
        attachment_id: 2,
        channel_id: channel,
        is_ephemeral: false,
        is_app_unfurl: false,
      },
      message: { ts, attachments: [{ id: 1 }, { id: 2 }] },
      state: { values: { b: { pick: { selected_option: two } } } },
      actions: [{ type: 'static_select', selected_option: two }],
    })
    for (const attachment_id of [undefined, 3])
      expect(await scout.interact('press', { ...press, attachment_id })).toMatchObject({ error: 'action_not_found' })
  })

  test('[UNF-3] of a link reaches the app that said it, whoever wrote the message', async () => {
    const scout = await startInteractiveServer()
    const url = 'https://example.com/7'
    const said = { team: 'T0ACME', user: 'U0BEN', channel, text: `See ${url}` }
    const { ts } = (await scout.request('POST', '/control/say', said)).body
    await scout.call('chat.unfurl', { channel, ts, unfurls: { [url]: { blocks: buttons } } })
    await scout.interact('press', { channel, ts, attachment_id: 1, action_id: 'go' })
    expect(await scout.readLastDispatch()).toMatchObject({
      container: { type: 'message_attachment', attachment_id: 1, is_app_unfurl: true, app_unfurl_url: url },
      app_unfurl: { id: 1, from_url: url, app_id: 'A0SCOUT' },
      message: { user: 'U0BEN' },
    })
  })

  test('[ATT-7] has buttons and menus of the older kind', async () => {
    const { scout, ts, press } = await postLegacy()
    const blockId = 'attachment actions 2'
    expect(await press({ block_id: blockId, action_id: '1' })).toEqual({})
    expect(await scout.readLastDispatch()).toMatchObject({
      type: 'interactive_message',
      actions: [{ name: 'go', type: 'button', value: 'yes' }],
      callback_id: 'deploy',
      team: { id: 'T0ACME', domain: 'acme' },
      channel: { id: channel, name: 'help-desk' },
      user: { id: 'U0ANA', name: 'ana' },
      message_ts: ts,
      attachment_id: '2',
      is_app_unfurl: false,
      original_message: {
        ts,
        text: 'Hm',
        attachments: [{ id: 1 }, { id: 2, actions: [{ id: '1' }, { id: '2' }, { id: '3' }] }],
      },
      response_url: expect.stringContaining('/actions/T0ACME/'),
      trigger_id: expect.any(String),
    })
    await press({ block_id: blockId, action_id: '2', value: 'us' })
    expect(await scout.readLastDispatch()).toMatchObject({
      actions: [{ name: 'where', type: 'select', selected_options: [{ value: 'us' }] }],
    })
    await press({ block_id: blockId, action_id: '3', value: 'U0BEN' })
    expect(await scout.readLastDispatch()).toMatchObject({ actions: [{ selected_options: [{ value: 'U0BEN' }] }] })
    expect(await press({ block_id: blockId, action_id: '2', value: 'mars' })).toMatchObject({ error: 'invalid_value' })
  })

  test('[ATT-7] has menus whose options come from the app', async () => {
    const options = [{ text: 'Oslo', value: 'osl' }]
    const scout = await startInteractiveServer({
      answerDispatch: ({ payload }) => ('value' in payload ? { options } : undefined),
    })
    const menu = { type: 'select', name: 'city', text: 'City', data_source: 'external' }
    const { ts } = await scout.call('chat.postMessage', {
      channel,
      attachments: [{ callback_id: 'go', actions: [menu] }],
    })
    const element = { channel, ts, attachment_id: 1, action_id: '1' }
    expect(await scout.interact('options', { ...element, value: 'os' })).toEqual({
      options: [{ text: plainText('Oslo'), value: 'osl' }],
    })
    expect(await scout.readLastDispatch()).toMatchObject({
      type: 'interactive_message',
      name: 'city',
      value: 'os',
      callback_id: 'go',
      message_ts: ts,
      attachment_id: '1',
      channel: { id: channel },
    })
    expect(await scout.interact('press', { ...element, value: 'osl' })).toEqual({})
    expect(await scout.readLastDispatch()).toMatchObject({ actions: [{ selected_options: [{ value: 'osl' }] }] })
  })

  test('[ATT-7] is replaced, with its message, by what the app answers to such a button', async () => {
    const { ts, press, read } = await postLegacy({ text: 'Deployed', attachments: [{ text: 'By Ana', color: 'good' }] })
    expect(await press({ action_id: '1' })).toEqual({})
    expect(await read()).toMatchObject({ ts, text: 'Deployed', attachments: [{ id: 1, text: 'By Ana' }] })
  })

  test('[ATT-7] stays if the app says so, and its answer is a message', async () => {
    const { ts, press, read } = await postLegacy({ text: 'Deploying', replace_original: false })
    await press({ action_id: '1' })
    const message = await read()
    expect(message).toMatchObject({ text: 'Deploying' })
    expect(message.ts).not.toBe(ts)
  })

  test('[ATT-5] may be in a message for one person, and in an answer at a response_url', async () => {
    const scout = await startInteractiveServer()
    const ana = await scout.watchFeed()
    const told = { channel, user: 'U0ANA', attachments: [{ ...legacy, text: 'Psst' }] }
    const { message_ts: ts } = await scout.call('chat.postEphemeral', told)
    const shows = (text: string) =>
      ana.next((frame) => frame.type === 'ephemeral' && frame.message.attachments?.[0]?.text === text)
    expect(await shows('Psst')).toMatchObject({ message: { ts, attachments: [{ id: 1 }] } })
    await scout.interact('press', { channel, ts, attachment_id: 1, action_id: '1' })
    const payload = await scout.readLastDispatch()
    expect(payload).not.toHaveProperty('original_message')
    const answer = { replace_original: true, attachments: [{ text: 'Done' }] }
    expect(await scout.postToResponseUrl(payload['response_url'], answer)).toMatchObject({ status: 200 })
    expect(await shows('Done')).toMatchObject({ message: { ts } })
    const odd = { attachments: [{ fields: 'none' }] }
    expect(await scout.postToResponseUrl(payload['response_url'], odd)).toMatchObject({
      status: 400,
      body: { error: 'invalid_attachments' },
    })
  })

  test('[ATT-5] is in events, also as it was before a change', async () => {
    const scout = await startInteractiveServer()
    const { ts } = await scout.call('chat.postMessage', { channel, attachments: [{ text: 'Before' }] })
    await scout.call('chat.update', { channel, ts, attachments: [{ text: 'After' }] })
    await scout.app.until(() => scout.app.envelopes().length >= 2)
    const [posted, changed] = scout.app.envelopes().map(({ payload }) => payload['event'])
    expect(posted).toMatchObject({ type: 'message', attachments: [{ text: 'Before' }] })
    expect(changed).toMatchObject({
      subtype: 'message_changed',
      message: { attachments: [{ text: 'After' }] },
      previous_message: { attachments: [{ text: 'Before' }] },
    })
  })
})
