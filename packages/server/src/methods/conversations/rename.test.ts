import { describe, expect, test } from 'vitest'
import { eachOf, expectRefusal, type Refusals } from '#testing/calls/refusals'
import { org, otto, rooms } from '#testing/workspace/channels'
import { aWorkspace } from '#testing/workspace/workspace'
import { create } from './create.ts'
import { info } from './info.ts'
import { rename } from './rename.ts'

describe('conversations.rename', () => {
  test('[ROM-9] gives another name, once, and frees the one before', async () => {
    const { call, posted } = await aWorkspace({ file: rooms })
    expect(await call(rename, { channel: 'CHELP', name: 'aid' }, otto)).toMatchObject({
      channel: { id: 'CHELP', name: 'aid', name_normalized: 'aid', is_member: true },
    })
    expect(await call(info, { channel: 'CHELP' })).toMatchObject({ channel: { name: 'aid' } })
    const before = await posted()
    expect(await call(rename, { channel: 'CHELP', name: 'aid' })).toMatchObject({ ok: true })
    expect(await posted()).toBe(before)
    expect(await call(create, { name: 'help' })).toMatchObject({ ok: true })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof rename> = {
    channel_not_found: { args: { channel: 'CSECRET', name: 'x' }, says: 'CSECRET' },
    team_not_found: { args: { channel: 'help', name: 'x' }, ...org, says: '"help"' },
    method_not_supported_for_channel_type: { args: { channel: 'DUMA', name: 'x' }, says: 'DUMA' },
    is_archived: { args: { channel: 'COLD', name: 'x' }, says: 'COLD' },
    not_in_channel: { args: { channel: 'CSIDE', name: 'x' }, ...otto, says: 'CSIDE' },
    name_taken: { args: { channel: 'CHELP', name: 'side' }, says: '"side"' },
    invalid_name_required: { args: { channel: 'CHELP' }, says: 'needs a name' },
    invalid_name_maxlength: { args: { channel: 'CHELP', name: 'x'.repeat(81) }, says: 'this has 81' },
    invalid_name_specials: { args: { channel: 'CHELP', name: 'Big News' }, says: 'lower-case' },
    invalid_name_punctuation: { args: { channel: 'CHELP', name: '-_-' }, says: 'at least one letter' },
  }
  test.each(eachOf(refused))('refuses with %s, and changes nothing', (error, call) =>
    expectRefusal(rename, error, { file: rooms, ...call }),
  )
})
