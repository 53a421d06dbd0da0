import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { org, otto, pia, channelsFile, uma } from '#testing/workspace/channels'
import { createWorkspace } from '#testing/workspace/workspace'
import { conversations } from './conversations.ts'

const types = 'public_channel,private_channel,im,mpim'

async function createListing() {
  const { call } = await createWorkspace({ file: channelsFile })
  const idsOf = async (args: object, who?: object) =>
    (await call(conversations, args, who)).channels?.map(({ id }) => id)
  return { call, idsOf }
}

describe('users.conversations', () => {
  test("lists the caller's own public channels by default", async () => {
    const { idsOf } = await createListing()
    const channels = ['CBLOCKED', 'CFROZEN', 'CGENERAL', 'CHELP', 'CNOAPP', 'COLD']
    expect(await idsOf({})).toEqual(channels)
    expect(await idsOf({ exclude_archived: '1' })).toEqual(channels.filter((id) => id !== 'COLD'))
    expect(await idsOf({ types: 'private_channel, im' })).toEqual(['CALONE', 'CLAB', 'DUMA'])
  })

  test('[PLA-1] does not list somebody’s private channels that the caller is not in', async () => {
    const { idsOf } = await createListing()
    expect(await idsOf({ user: 'U2', types }, pia)).toEqual(['CGENERAL', 'CHELP'])
    expect(await idsOf({ user: 'U2', types }, uma)).toEqual(['CGENERAL', 'CHELP', 'CSECRET'])
    expect(await idsOf({ user: 'UBOT', types: 'private_channel,im' }, uma)).toEqual(['CLAB', 'DUMA'])
    expect(await idsOf({ user: 'UBOT', types: 'private_channel,im' }, otto)).toEqual([])
  })

  test('returns all pages, without gaps or repetitions', async () => {
    const { call, idsOf } = await createListing()
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const page = await call(conversations, { types, limit: '2', cursor }, { as: 'form' })
      expect(page.channels?.length).toBeLessThanOrEqual(2)
      ids.push(...(page.channels ?? []).map(({ id }) => id))
      cursor = page.response_metadata?.next_cursor
    } while (cursor)
    expect(cursor).toBe('')
    expect(ids).toEqual(await idsOf({ types }))
  })

  test('lists the channels of the team that an org-wide token names', async () => {
    const { idsOf } = await createListing()
    expect(await idsOf({ team_id: 'T1', user: 'U3' }, org)).toEqual(['CGENERAL'])
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof conversations> = {
    missing_argument: { args: {}, ...org, detail: '`team_id`' },
    team_not_found: { args: { team_id: 'T2' }, ...org, detail: '"T2"' },
    user_not_found: { args: { user: 'U9' }, detail: '"U9"' },
    invalid_cursor: { args: { cursor: 'x' }, detail: '"cursor": "x"' },
    invalid_limit: { args: { limit: '-1' }, detail: '"limit"' },
    invalid_types: { args: { types: 'im,channel' }, detail: '"types": "channel"' },
  }
  test.each(refusalRows(refused))('refuses with %s', (error, call) =>
    expectRefusal(conversations, error, { file: channelsFile, ...call }),
  )
})
