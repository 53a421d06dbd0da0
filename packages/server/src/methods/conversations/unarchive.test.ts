import { describe, expect, test } from 'vitest'
import { eachOf, expectRefusal, type Refusals } from '#testing/calls/refusals'
import { org, otto, rooms } from '#testing/workspace/channels'
import { aWorkspace } from '#testing/workspace/workspace'
import { postMessage } from '#methods/chat/postMessage'
import { archive } from './archive.ts'
import { unarchive } from './unarchive.ts'

describe('conversations.unarchive', () => {
  test('[ROM-7] opens a channel again, which takes messages then', async () => {
    const { call } = await aWorkspace({ file: rooms })
    await call(archive, { channel: 'CHELP' }, otto)
    expect(await call(unarchive, { channel: 'CHELP' })).toEqual({ ok: true })
    expect(await call(postMessage, { channel: 'CHELP', text: 'Back' })).toMatchObject({ ok: true })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof unarchive> = {
    channel_not_found: { args: { channel: 'CSECRET' }, says: 'CSECRET' },
    team_not_found: { args: { channel: 'old' }, ...org, says: '"old"' },
    method_not_supported_for_channel_type: { args: { channel: 'DUMA' }, says: 'DUMA' },
    not_archived: { args: { channel: 'CHELP' }, says: 'CHELP' },
    not_in_channel: { args: { channel: 'COLD' }, ...otto, says: 'COLD' },
  }
  test.each(eachOf(refused))('refuses with %s, and changes nothing', (error, call) =>
    expectRefusal(unarchive, error, { file: rooms, ...call }),
  )
})
