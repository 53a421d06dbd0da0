import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { org, otto, channelsFile, uma } from '#testing/workspace/channels'
import { createWorkspace } from '#testing/workspace/workspace'
import { postMessage } from '#methods/chat/postMessage'
import { archive } from './archive.ts'
import { history } from './history.ts'
import { info } from './info.ts'

describe('conversations.archive', () => {
  test('[ROM-7] archives a channel, which stays readable', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    expect(await call(archive, { channel: 'CHELP' })).toEqual({ ok: true })
    expect(await call(info, { channel: 'CHELP' })).toMatchObject({ channel: { is_archived: true, is_member: true } })
    expect(await call(history, { channel: 'CHELP' }, otto)).toMatchObject({ ok: true })
    expect(await call(postMessage, { channel: 'CHELP', text: 'Hm' })).toMatchObject({ error: 'is_archived' })
  })

  test('[ROM-7] archives a private channel for its last member', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    expect(await call(archive, { channel: 'CALONE' })).toEqual({ ok: true })
    expect(await call(info, { channel: 'CALONE' }, uma)).toMatchObject({ error: 'channel_not_found' })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof archive> = {
    channel_not_found: { args: { channel: 'CSECRET' }, detail: 'CSECRET' },
    team_not_found: { args: { channel: 'help' }, ...org, detail: '"help"' },
    method_not_supported_for_channel_type: { args: { channel: 'DUMA' }, detail: 'DUMA' },
    already_archived: { args: { channel: 'COLD' }, detail: 'COLD' },
    cant_archive_general: { args: { channel: 'CGENERAL' }, detail: 'CGENERAL' },
    not_in_channel: { args: { channel: 'CSIDE' }, ...otto, detail: 'CSIDE' },
  }
  test.each(refusalRows(refused))('refuses with %s, and changes nothing', (error, call) =>
    expectRefusal(archive, error, { file: channelsFile, ...call }),
  )
})
