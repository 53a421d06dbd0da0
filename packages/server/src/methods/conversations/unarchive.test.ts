import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { org, otto, channelsFile } from '#testing/workspace/channels'
import { createWorkspace } from '#testing/workspace/workspace'
import { postMessage } from '#methods/chat/postMessage'
import { archive } from './archive.ts'
import { unarchive } from './unarchive.ts'

describe('conversations.unarchive', () => {
  test('[ROM-7] unarchives a channel, which accepts messages again', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    await call(archive, { channel: 'CHELP' }, otto)
    expect(await call(unarchive, { channel: 'CHELP' })).toEqual({ ok: true })
    expect(await call(postMessage, { channel: 'CHELP', text: 'Back' })).toMatchObject({ ok: true })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof unarchive> = {
    channel_not_found: { args: { channel: 'CSECRET' }, detail: 'CSECRET' },
    team_not_found: { args: { channel: 'old' }, ...org, detail: '"old"' },
    method_not_supported_for_channel_type: { args: { channel: 'DUMA' }, detail: 'DUMA' },
    not_archived: { args: { channel: 'CHELP' }, detail: 'CHELP' },
    not_in_channel: { args: { channel: 'COLD' }, ...otto, detail: 'COLD' },
  }
  test.each(refusalRows(refused))('refuses with %s, and changes nothing', (error, call) =>
    expectRefusal(unarchive, error, { file: channelsFile, ...call }),
  )
})
