import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { org, otto, channelsFile } from '#testing/workspace/channels'
import { createWorkspace } from '#testing/workspace/workspace'
import { info } from './info.ts'
import { setPurpose } from './setPurpose.ts'

describe('conversations.setPurpose', () => {
  test('[ROM-6] sets the purpose, once', async () => {
    const { call, countRows } = await createWorkspace({ file: channelsFile })
    const given = { channel: 'CHELP', purpose: 'Be *kind* <@UBOT>' }
    const { channel } = await call(setPurpose, given, otto)
    const purpose = { value: given.purpose, creator: 'U2', last_set: expect.any(Number) }
    expect(channel).toMatchObject({ id: 'CHELP', purpose, topic: { value: 'Ask here' } })
    expect(await call(info, { channel: 'CHELP' })).toMatchObject({ channel: { purpose } })
    const before = await countRows()
    expect(await call(setPurpose, given)).toMatchObject({ channel: { purpose } })
    expect(await countRows()).toBe(before)
    await call(setPurpose, { ...given, purpose: '' })
    expect(await call(info, { channel: 'CHELP' })).toMatchObject({ channel: { purpose: { value: '' } } })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof setPurpose> = {
    channel_not_found: { args: { channel: 'CSECRET', purpose: 'x' }, detail: 'CSECRET' },
    team_not_found: { args: { channel: 'help', purpose: 'x' }, ...org, detail: '"help"' },
    method_not_supported_for_channel_type: { args: { channel: 'DUMA', purpose: 'x' }, detail: 'DUMA' },
    is_archived: { args: { channel: 'COLD', purpose: 'x' }, detail: 'COLD' },
    not_in_channel: { args: { channel: 'CSIDE', purpose: 'x' }, ...otto, detail: 'CSIDE' },
    too_long: { args: { channel: 'CHELP', purpose: 'x'.repeat(251) }, detail: 'this has 251' },
  }
  test.each(refusalRows(refused))('refuses with %s, and changes nothing', (error, call) =>
    expectRefusal(setPurpose, error, { file: channelsFile, ...call }),
  )
})
