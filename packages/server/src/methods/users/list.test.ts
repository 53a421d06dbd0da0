import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { org } from '#testing/workspace/channels'
import { peopleFile } from '#testing/workspace/people'
import { createWorkspace } from '#testing/workspace/workspace'
import { list } from './list.ts'

const everyone = ['USLACKBOT', 'U0ANA', 'U0BEN', 'U0EVE', 'U0FENCED', 'U0GONE', 'U0QUIET', 'U0SCOUT']

describe('users.list', () => {
  test('lists the people and bot users of the team, deleted ones marked', async () => {
    const { call } = await createWorkspace()
    const answer = await call(list)
    expect(answer.members?.map(({ id }) => id)).toEqual(everyone)
    expect(answer.members?.filter(({ deleted }) => deleted).map(({ id }) => id)).toEqual(['U0GONE'])
    expect(answer.cache_ts).toBeGreaterThan(1_700_000_000)
  })

  test('returns all pages', async () => {
    const { call } = await createWorkspace()
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const page = await call(list, { limit: ids.length === 0 ? 1 : 3, cursor })
      expect(page.members?.length).toBeLessThanOrEqual(3)
      ids.push(...(page.members ?? []).map(({ id }) => id))
      cursor = page.response_metadata?.next_cursor
    } while (cursor)
    expect(ids).toEqual(everyone)
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof list> = {
    missing_argument: { args: {}, file: peopleFile, ...org, detail: '`team_id`' },
    team_not_found: { args: { team_id: 'T2' }, file: peopleFile, ...org, detail: '"T2"' },
    invalid_cursor: { args: { cursor: 'x' }, detail: '"cursor": "x"' },
    invalid_limit: { args: { limit: 1.5 }, detail: '"limit"' },
  }
  test.each(refusalRows(refused))('refuses with %s', (error, call) => expectRefusal(list, error, call))
})
