import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { org, channelsFile } from '#testing/workspace/channels'
import { createWorkspace } from '#testing/workspace/workspace'
import { list } from './list.ts'

describe('emoji.list', () => {
  test('lists the custom emoji, with their aliases', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    const emoji = { wave_hi: 'https://one.example/wave.png', hello: 'alias:wave_hi' }
    expect(await call(list)).toEqual({ ok: true, emoji })
    expect(await call(list, { team_id: 'T1' }, org)).toEqual({ ok: true, emoji })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof list> = {
    missing_argument: { args: {}, ...org, detail: '`team_id`' },
    team_not_found: { args: { team_id: 'T2' }, ...org, detail: '"T2"' },
  }
  test.each(refusalRows(refused))('refuses with %s', (error, call) =>
    expectRefusal(list, error, { file: channelsFile, ...call }),
  )
})
