import { describe, expect, test } from 'vitest'
import { startInteractiveServer, buttons } from '#testing/apps/interactiveServer'
import { ask } from './commands.test.ts'

const channel = 'C0HELP'

describe('a response_url', () => {
  test('[ACT-12] accepts five answers in 30 minutes, and its secret is not stored', async () => {
    const scout = await startInteractiveServer()
    await scout.interact('command', ask)
    const { response_url } = await scout.readLastDispatch()
    const kept = JSON.stringify(await scout.store.db.selectFrom('response_urls').selectAll().execute())
    expect(kept).not.toContain(String(response_url).split('/').at(-1))
    const odd = await scout.postToResponseUrl(response_url, { blocks: [{ type: 'nonsense' }] })
    expect(odd).toMatchObject({ status: 400, body: { ok: false, error: 'invalid_blocks' } })
    for (let i = 0; i < 5; i++)
      expect(await scout.postToResponseUrl(response_url, { text: `${i}` })).toMatchObject({
        status: 200,
        body: { ok: true },
      })
    expect(await scout.postToResponseUrl(response_url, { text: 'x' })).toMatchObject({
      status: 404,
      body: { error: 'used_url' },
    })
    await scout.interact('command', ask)
    const late = (await scout.readLastDispatch())['response_url']
    scout.store.db.clock.advance(30 * 60_000)
    expect(await scout.postToResponseUrl(late, { text: 'x' })).toMatchObject({
      status: 404,
      body: { error: 'expired_url' },
    })
    const made = `${scout.url}/actions/T0ACME/made-up`
    expect(await scout.postToResponseUrl(made, { text: 'x' })).toMatchObject({
      status: 404,
      body: { error: 'invalid_url' },
    })
    const elsewhere = String(late).replace('T0ACME', 'T0STRICT')
    expect(await scout.postToResponseUrl(elsewhere, { text: 'x' })).toMatchObject({ body: { error: 'invalid_url' } })
  })

  test('[ACT-12] replaces and deletes the message of the interaction', async () => {
    const scout = await startInteractiveServer()
    const { ts } = await scout.call('chat.postMessage', { channel, text: 'x', blocks: buttons })
    await scout.interact('press', { channel, ts, action_id: 'go' })
    const { response_url } = await scout.readLastDispatch()
    expect(await scout.postToResponseUrl(response_url, { text: 'Done', replace_original: true })).toMatchObject({
      status: 200,
    })
    const read = async () => (await scout.call('conversations.history', { channel, limit: 1 }))['messages'][0]
    expect(await read()).toMatchObject({ ts, text: 'Done' })
    expect(await scout.postToResponseUrl(response_url, { delete_original: true })).toMatchObject({ status: 200 })
    expect((await read()).ts).not.toBe(ts)
    // The message is gone: there is nothing left to delete, and an answer in its place is a new message.
    expect(await scout.postToResponseUrl(response_url, { delete_original: true })).toMatchObject({ status: 200 })
    const again = { text: 'Again', replace_original: true, response_type: 'in_channel' }
    expect(await scout.postToResponseUrl(response_url, again)).toMatchObject({ status: 200 })
    expect(await read()).toMatchObject({ text: 'Again', bot_id: 'B0SCOUT' })
  })

  test('[ACT-12] of a command has no message to replace or delete: the answer is a new one', async () => {
    const scout = await startInteractiveServer()
    const ana = await scout.watchFeed()
    await scout.interact('command', ask)
    const { response_url } = await scout.readLastDispatch()
    expect(await scout.postToResponseUrl(response_url, { text: 'Done', replace_original: true })).toMatchObject({
      status: 200,
    })
    await ana.next((frame) => frame.type === 'ephemeral' && frame.message.text === 'Done')
    expect(await scout.postToResponseUrl(response_url, { delete_original: true })).toMatchObject({ status: 200 })
  })

  test('[ACT-12] replaces and deletes an ephemeral message', async () => {
    const scout = await startInteractiveServer()
    const ana = await scout.watchFeed()
    const { message_ts: ts } = await scout.call('chat.postEphemeral', {
      channel,
      user: 'U0ANA',
      text: 'x',
      blocks: buttons,
    })
    await scout.interact('press', { channel, ts, action_id: 'go' })
    const { response_url } = await scout.readLastDispatch()
    await scout.postToResponseUrl(response_url, { text: 'Done', replace_original: true })
    await ana.next((frame) => frame.type === 'ephemeral' && frame.message.ts === ts && frame.message.text === 'Done')
    await scout.postToResponseUrl(response_url, { delete_original: true })
    expect(await ana.next((frame) => frame.type === 'ephemeral_gone')).toMatchObject({ channel, ts })
    expect(await scout.interact('press', { channel, ts, action_id: 'go' })).toMatchObject({
      error: 'message_not_found',
    })
  })

  test('[ACT-12] changes no message of others, and is invalid once the app is uninstalled', async () => {
    const scout = await startInteractiveServer()
    const on = { app_id: 'A0SCOUT', callback_id: 'keep', channel, ts: '1767225600.000100' }
    await scout.interact('shortcut', on)
    const { response_url } = await scout.readLastDispatch()
    const ana = await scout.watchFeed()
    const answer = await scout.postToResponseUrl(response_url, { text: 'Mine', replace_original: true })
    expect(answer).toMatchObject({ status: 200 })
    await ana.next((frame) => frame.type === 'ephemeral' && frame.message.text === 'Mine')
    expect(await scout.postToResponseUrl(response_url, { delete_original: true })).toMatchObject({ status: 200 })
    const history = await scout.call('conversations.history', { channel })
    const mine = history['messages'].filter((message: { ts: string }) => message.ts === on.ts)
    expect(mine).toMatchObject([{ user: 'U0BEN' }])
    expect(JSON.stringify(mine)).not.toContain('Mine')
    await scout.store.write((tx) => tx.updateTable('apps').set({ removed: true }).where('id', '=', 'A0SCOUT').execute())
    expect(await scout.postToResponseUrl(response_url, { text: 'x' })).toMatchObject({
      body: { error: 'app_not_found' },
    })
  })

  test('[ACT-12] takes words for flags, nulls, a number as text, and JSON text', async () => {
    const scout = await startInteractiveServer()
    const { ts } = await scout.call('chat.postMessage', { channel, text: 'x', blocks: buttons })
    await scout.interact('press', { channel, ts, action_id: 'go' })
    const { response_url } = await scout.readLastDispatch()
    const read = async () => (await scout.call('conversations.history', { channel, limit: 1 }))['messages'][0]
    const blocks = JSON.stringify([{ type: 'section', text: { type: 'plain_text', text: 'In a section' } }])
    const replaced = { text: 12, blocks, attachments: '[{"text":"Beside"}]', replace_original: 'true', thread_ts: null }
    expect(await scout.postToResponseUrl(response_url, replaced)).toMatchObject({ status: 200 })
    expect(await read()).toMatchObject({
      ts,
      text: '12',
      blocks: [{ type: 'section', text: { text: 'In a section' } }],
      attachments: [{ text: 'Beside' }],
    })
    const others = { text: 'More', replace_original: null, delete_original: 'false', response_type: 'in_channel' }
    expect(await scout.postToResponseUrl(response_url, others)).toMatchObject({ status: 200 })
    expect(await read()).toMatchObject({ text: 'More' })
    const odd = await scout.postToResponseUrl(response_url, { text: 'x', blocks: '[{' })
    expect(odd).toMatchObject({ status: 400, body: { error: 'invalid_blocks' } })
    expect(await scout.postToResponseUrl(response_url, { text: 'x', delete_original: 'maybe' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_payload' },
    })
  })
})
