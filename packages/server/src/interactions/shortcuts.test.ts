import { describe, expect, test } from 'vitest'
import { startInteractiveServer } from '#testing/apps/interactiveServer'

const channel = 'C0HELP'

describe('a shortcut', () => {
  test('[ACT-14] can be used anywhere', async () => {
    const scout = await startInteractiveServer()
    expect(await scout.interact('shortcut', { app_id: 'A0SCOUT', callback_id: 'note' })).toEqual({})
    const payload = await scout.readLastDispatch()
    expect(payload).toMatchObject({ type: 'shortcut', callback_id: 'note', user: { id: 'U0ANA' } })
    expect(payload['trigger_id']).toEqual(expect.any(String))
    expect(payload).not.toHaveProperty('response_url')
  })

  test('[ACT-14] can be used on any message that the person may see, by any author', async () => {
    const scout = await startInteractiveServer()
    const on = { app_id: 'A0SCOUT', callback_id: 'keep', channel, ts: '1767225600.000100' }
    expect(await scout.interact('shortcut', on)).toEqual({})
    expect(await scout.readLastDispatch()).toMatchObject({
      type: 'message_action',
      callback_id: 'keep',
      message_ts: on.ts,
      message: { text: 'The printer is on fire', user: 'U0BEN' },
      channel: { id: channel, name: 'help-desk' },
      response_url: expect.any(String),
    })
    expect(await scout.interact('shortcut', on, 'U0EVE')).toMatchObject({ error: 'not_in_channel' })
    const wrong = { app_id: 'A0SCOUT', callback_id: 'keep' }
    expect(await scout.interact('shortcut', wrong)).toMatchObject({ error: 'shortcut_not_found' })
    expect(await scout.interact('shortcut', { ...on, app_id: 'A0QUIET' })).toMatchObject({
      error: 'shortcut_not_found',
    })
    expect(await scout.interact('shortcut', { ...on, app_id: 'A0NONE' })).toMatchObject({ error: 'app_not_found' })
  })

  test('[ACT-14, STR-8] gives another app nothing of a stream that the person may not see', async () => {
    const scout = await startInteractiveServer()
    const { ts } = await scout.call('chat.startStream', {
      channel,
      thread_ts: '1767225600.000100',
      recipient_user_id: 'U0ANA',
      recipient_team_id: 'T0ACME',
      markdown_text: 'For Ana alone',
    })
    const on = { app_id: 'A0SCOUT', callback_id: 'keep', channel, ts }
    await scout.interact('shortcut', on, 'U0BEN')
    expect(await scout.readLastDispatch()).toMatchObject({ message: { text: 'For Ana alone' } })
    await scout.store.write((tx) =>
      tx.updateTable('messages').set({ app_id: 'A0QUIET' }).where('ts', '=', ts).execute(),
    )
    await scout.interact('shortcut', on, 'U0BEN')
    const payload = await scout.readLastDispatch()
    expect(payload).toMatchObject({ message_ts: ts, message: { text: '', blocks: [], streaming_state: 'in_progress' } })
    expect(JSON.stringify(payload)).not.toContain('Ana alone')
    await scout.interact('shortcut', on, 'U0ANA')
    expect(await scout.readLastDispatch()).toMatchObject({ message: { text: 'For Ana alone' } })
  })
})
