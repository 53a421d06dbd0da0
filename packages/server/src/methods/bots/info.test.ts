import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { org, channelsFile } from '#testing/workspace/channels'
import { createWorkspace } from '#testing/workspace/workspace'
import { info } from './info.ts'

describe('bots.info', () => {
  test('returns the app and the user of a bot', async () => {
    const { call, url } = await createWorkspace({ file: channelsFile })
    const [small, large] = [48, 72].map((size) => `${url}/pictures/initials/4a-Q-${size}.png`)
    const icons = { image_36: small, image_48: small, image_72: large }
    expect(await call(info, { bot: 'B2' }, { as: 'form' })).toEqual({
      ok: true,
      bot: { id: 'B2', app_id: 'A2', user_id: 'UBOT2', name: 'Quiet', deleted: false, updated: 0, icons },
    })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof info> = {
    missing_argument: { args: { bot: 'B1' }, ...org, detail: '`team_id`' },
    team_not_found: { args: { bot: 'B1', team_id: 'T2' }, ...org, detail: '"T2"' },
    bot_not_found: { args: { bot: 'B9' }, detail: '"B9"' },
  }
  test.each(refusalRows(refused))('refuses with %s', (error, call) =>
    expectRefusal(info, error, { file: channelsFile, ...call }),
  )

  test.each([{}, { bot: 'B3' }])('does not find %j: none, or one of another team', (args) =>
    expectRefusal(info, 'bot_not_found', { args, file: channelsFile, detail: '"bot"' }),
  )
})
