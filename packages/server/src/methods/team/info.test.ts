import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { org, channelsFile, uma } from '#testing/workspace/channels'
import { createWorkspace } from '#testing/workspace/workspace'
import { parseInitialsFile } from '#domain/people/pictures/drawInitials'
import { info } from './info.ts'

describe('team.info', () => {
  test('[USR-9] returns the team of the token', async () => {
    const { call, url } = await createWorkspace({ file: channelsFile })
    const icons = [34, 44, 68, 88, 102, 132, 230]
    const picture = new RegExp(`^${url}/pictures/initials/[^/]+[.]png$`)
    const team = {
      id: 'T1',
      name: 'One',
      domain: 'one',
      url: `${url}/`,
      email_domain: '',
      icon: {
        ...Object.fromEntries(icons.map((size) => [`image_${size}`, expect.stringMatching(picture)])),
        image_default: true,
      },
      is_verified: false,
      enterprise_id: 'E1',
      enterprise_name: 'Globex',
    }
    const answer = await call(info, {}, uma)
    expect(answer).toEqual({ ok: true, team })
    for (const address of Object.values(answer.team?.icon ?? {}))
      if (typeof address === 'string')
        expect(parseInitialsFile(address.split('/').at(-1) ?? '')).toMatchObject({ letters: 'O' })
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
