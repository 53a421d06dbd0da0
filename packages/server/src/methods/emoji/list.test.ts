import { describe, expect, test } from 'vitest'
import { eachOf, expectRefusal, type Refusals } from '#testing/calls/refusals'
import { org, rooms } from '#testing/workspace/channels'
import { aWorkspace } from '#testing/workspace/workspace'
import { list } from './list.ts'

describe('emoji.list', () => {
  test('lists the custom emoji, other names among them', async () => {
    const { call } = await aWorkspace({ file: rooms })
    const emoji = { wave_hi: 'https://one.example/wave.png', hello: 'alias:wave_hi' }
    expect(await call(list)).toEqual({ ok: true, emoji })
    expect(await call(list, { team_id: 'T1' }, org)).toEqual({ ok: true, emoji })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof list> = {
    missing_argument: { args: {}, ...org, says: '`team_id`' },
    team_not_found: { args: { team_id: 'T2' }, ...org, says: '"T2"' },
  }
  test.each(eachOf(refused))('refuses with %s', (error, call) => expectRefusal(list, error, { file: rooms, ...call }))
})
