import { describe, expect, test } from 'vitest'
import { postMessage } from '#methods/chat/postMessage'
import { enterpriseFile } from '#testing/workspace/files'
import { channelsFile, otto, uma } from '#testing/workspace/channels'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace } from '#testing/workspace/workspace'
import { close } from './close.ts'
import { history } from './history.ts'
import { open } from './open.ts'

describe('conversations.close', () => {
  test.each(['U2', 'U2,U3'])('[ROM-11] closes a direct message with %s for the caller alone', async (users) => {
    const { call } = await createWorkspace({ file: channelsFile })
    const channel = (await call(open, { users }, uma)).channel!.id
    const again = { ok: true, no_op: true, already_closed: true }
    await call(postMessage, { channel, text: 'Hi' }, otto)
    expect(await call(close, { channel }, uma)).toEqual({ ok: true })
    expect(await call(close, { channel }, uma)).toEqual(again)
    expect(await call(close, { channel }, otto)).toEqual({ ok: true })
    expect((await call(history, { channel }, uma)).messages).toMatchObject([{ text: 'Hi' }])
  })

  test('[ROM-11] until something new is posted there', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    expect(await call(close, { channel: 'DUMA' }, uma)).toEqual({ ok: true })
    await call(postMessage, { channel: 'U1', text: 'News' })
    expect(await call(close, { channel: 'DUMA' }, uma)).toEqual({ ok: true })
    expect(await call(close, { channel: 'DUMA' }, uma)).toMatchObject({ already_closed: true })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof close> = {
    channel_not_found: { args: { channel: 'D0ANAQUIET' }, detail: 'D0ANAQUIET' },
    team_not_found: { args: { channel: 'general' }, token: 'xoxe-all', file: enterpriseFile(), detail: 'general' },
    method_not_supported_for_channel_type: { args: { channel: 'C0HELP' }, detail: 'C0HELP' },
  }
  test.each(refusalRows(refused))('refuses with %s', (error, call) => expectRefusal(close, error, call))
})
