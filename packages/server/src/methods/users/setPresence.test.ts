import { describe, expect, test } from 'vitest'
import { org, otto } from '#testing/workspace/channels'
import { peopleFile as file } from '#testing/workspace/people'
import { expectRefusal, refusalRows, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace } from '#testing/workspace/workspace'
import { getPresence } from './getPresence.ts'
import { setPresence } from './setPresence.ts'

describe('users.setPresence', () => {
  test('[PRE-2] shows the caller as away until they take it back', async () => {
    const { call, countRows } = await createWorkspace({ file })
    await call(setPresence, { presence: 'away' }, otto)
    expect(await call(getPresence, {}, otto)).toMatchObject({ presence: 'away', manual_away: true, auto_away: false })
    const before = await countRows()
    await call(setPresence, { presence: 'away' }, otto)
    expect(await countRows()).toBe(before)
    await call(setPresence, { presence: 'auto' }, otto)
    expect(await call(getPresence, {}, otto)).toMatchObject({ presence: 'away', manual_away: false, auto_away: true })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof setPresence> = {
    missing_argument: { args: { presence: 'away' }, ...org, detail: '`team_id`' },
    team_not_found: { args: { presence: 'away', team_id: 'T2' }, ...org, detail: '"T2"' },
    invalid_presence: { args: { presence: 'active' }, detail: '"active"' },
  }
  test.each(refusalRows(refused))('refuses with %s', (error, call) =>
    expectRefusal(setPresence, error, { file, ...call }),
  )
})
