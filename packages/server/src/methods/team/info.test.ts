import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { org, channelsFile, uma } from '#testing/workspace/channels'
import { createWorkspace } from '#testing/workspace/workspace'
import { info } from './info.ts'

describe('team.info', () => {
  test('returns the team of the token', async () => {
    const { call, url } = await createWorkspace({ file: channelsFile })
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
    missing_argument: { args: {}, ...org, detail: '`team`' },
    team_not_found: { args: { team: 'T2' }, detail: '"T2"' },
  }
  test.each(refusalRows(refused))('refuses with %s', (error, call) =>
    expectRefusal(info, error, { file: channelsFile, ...call }),
  )
})
