import { describe, expect, test } from 'vitest'
import { eachOf, expectRefusal, type Refusals } from '#testing/calls/refusals'
import { org, rooms, uma } from '#testing/workspace/channels'
import { aWorkspace } from '#testing/workspace/workspace'
import { info } from './info.ts'

describe('team.info', () => {
  test('tells about the team of the token', async () => {
    const { call, url } = await aWorkspace({ file: rooms })
    const team = {
      id: 'T1',
      name: 'One',
      domain: 'one',
      url: `${url}/`,
      email_domain: '',
      icon: { image_default: true },
      enterprise_id: 'E1',
      enterprise_name: 'Globex',
    }
    expect(await call(info, {}, uma)).toEqual({ ok: true, team })
    expect(await call(info, { team: 'T1' })).toEqual({ ok: true, team })
    expect(await call(info, { team: 'T1' }, org)).toEqual({ ok: true, team })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof info> = {
    missing_argument: { args: {}, ...org, says: '`team`' },
    team_not_found: { args: { team: 'T2' }, says: '"T2"' },
  }
  test.each(eachOf(refused))('refuses with %s', (error, call) => expectRefusal(info, error, { file: rooms, ...call }))
})
