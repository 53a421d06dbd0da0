import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { org, pia, channelsFile } from '#testing/workspace/channels'
import { createWorkspace } from '#testing/workspace/workspace'
import { postMessage } from '#methods/chat/postMessage'
import { join } from './join.ts'
import { members } from './members.ts'

describe('conversations.join', () => {
  test('[ROM-3] adds an app to a public channel, where it may write from then on', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    expect(await call(postMessage, { channel: 'CSIDE', text: 'Hi' })).toMatchObject({ error: 'not_in_channel' })

    const answer = await call(join, { channel: 'CSIDE' })

    expect(answer).toMatchObject({ ok: true, channel: { id: 'CSIDE', is_member: true } })
    expect(answer).not.toHaveProperty('warning')
    expect(await call(members, { channel: 'CSIDE' })).toMatchObject({ members: ['U1', 'UBOT'] })
    expect(await call(postMessage, { channel: 'CSIDE', text: 'Hi' })).toMatchObject({ ok: true })
  })

  test('[ROM-3] warns a member, and changes nothing', async () => {
    const { call, countRows, post } = await createWorkspace({ file: channelsFile })
    const before = await countRows()
    expect(await call(join, { channel: 'CHELP' })).toMatchObject({
      ok: true,
      channel: { id: 'CHELP' },
      warning: 'already_in_channel',
      response_metadata: { warnings: ['already_in_channel'] },
    })
    // [ENV-5] In addition to the warnings of the envelope.
    const { body } = await post(join, { channel: 'CHELP' }, { as: 'form' })
    expect(body).toMatchObject({ warning: 'already_in_channel' })
    expect(await countRows()).toBe(before)
  })

  test('[ROM-3, PLA-1] answers for a private channel as if it did not exist', () =>
    expectRefusal(join, 'channel_not_found', {
      args: { channel: 'CSECRET' },
      file: channelsFile,
      ...pia,
      detail: 'CSECRET',
    }))

  test('[ROM-1] keeps apps out of channels that block them', () =>
    expectRefusal(join, 'access_denied', { args: { channel: 'CBLOCKED' }, file: channelsFile, detail: 'CBLOCKED' }))

  test('[ROM-1] adds nobody where posting is suspended', () =>
    expectRefusal(join, 'ekm_access_denied', { args: { channel: 'CFROZEN' }, file: channelsFile, detail: 'CFROZEN' }))

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof join> = {
    channel_not_found: { args: { channel: 'CNOPE' }, detail: 'CNOPE' },
    team_not_found: { args: { channel: 'help' }, ...org, detail: '"help"' },
    method_not_supported_for_channel_type: { args: { channel: 'DUMA' }, detail: 'DUMA' },
    is_archived: { args: { channel: 'COLD' }, detail: 'COLD' },
  }
  test.each(refusalRows(refused))('refuses with %s, and changes nothing', (error, call) =>
    expectRefusal(join, error, { file: channelsFile, ...call }),
  )

  test.each(['CCANVAS', 'CLAB'])('is not for %s', (channel) =>
    expectRefusal(join, 'method_not_supported_for_channel_type', {
      args: { channel },
      file: channelsFile,
      detail: channel,
    }),
  )
})
