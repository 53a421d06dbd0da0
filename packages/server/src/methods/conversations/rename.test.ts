import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { org, otto, channelsFile } from '#testing/workspace/channels'
import { createWorkspace } from '#testing/workspace/workspace'
import { create } from './create.ts'
import { info } from './info.ts'
import { rename } from './rename.ts'

describe('conversations.rename', () => {
  test('[ROM-9] renames a channel once, and frees the old name', async () => {
    const { call, countRows } = await createWorkspace({ file: channelsFile })
    expect(await call(rename, { channel: 'CHELP', name: 'aid' }, otto)).toMatchObject({
      channel: { id: 'CHELP', name: 'aid', name_normalized: 'aid', is_member: true },
    })
    expect(await call(info, { channel: 'CHELP' })).toMatchObject({ channel: { name: 'aid' } })
    const before = await countRows()
    expect(await call(rename, { channel: 'CHELP', name: 'aid' })).toMatchObject({ ok: true })
    expect(await countRows()).toBe(before)
    expect(await call(create, { name: 'help' })).toMatchObject({ ok: true })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof rename> = {
    channel_not_found: { args: { channel: 'CSECRET', name: 'x' }, detail: 'CSECRET' },
    team_not_found: { args: { channel: 'help', name: 'x' }, ...org, detail: '"help"' },
    method_not_supported_for_channel_type: { args: { channel: 'DUMA', name: 'x' }, detail: 'DUMA' },
    is_archived: { args: { channel: 'COLD', name: 'x' }, detail: 'COLD' },
    not_in_channel: { args: { channel: 'CSIDE', name: 'x' }, ...otto, detail: 'CSIDE' },
    name_taken: { args: { channel: 'CHELP', name: 'side' }, detail: '"side"' },
    invalid_name_required: { args: { channel: 'CHELP' }, detail: 'needs a name' },
    invalid_name_maxlength: { args: { channel: 'CHELP', name: 'x'.repeat(81) }, detail: 'this has 81' },
    invalid_name_specials: { args: { channel: 'CHELP', name: 'big.news' }, detail: 'lower-case' },
    invalid_name_punctuation: { args: { channel: 'CHELP', name: '-_-' }, detail: 'at least one letter' },
  }
  test.each(refusalRows(refused))('refuses with %s, and changes nothing', (error, call) =>
    expectRefusal(rename, error, { file: channelsFile, ...call }),
  )
})
