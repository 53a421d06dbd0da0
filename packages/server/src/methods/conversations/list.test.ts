import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { channelsFile, org } from '#testing/workspace/channels'
import { createWorkspace } from '#testing/workspace/workspace'
import { list } from './list.ts'

const everything = 'public_channel,private_channel,mpim,im'

describe('conversations.list', () => {
  test('lists the public channels by default, without deleted ones', async () => {
    const { call } = await createWorkspace()

    const { channels } = await call(list)

    const ids = channels?.map(({ id }) => id)
    expect(ids).toContain('C0NOBOT')
    expect(ids).toContain('C0OLD')
    for (const absent of ['C0VANISHED', 'C0SECRET', 'D0ANASCOUT', 'C0STRICT']) expect(ids).not.toContain(absent)
    expect(channels?.find(({ id }) => id === 'C0HELP')).toMatchObject({ num_members: 3, is_member: true })
  })

  test('lists only the caller’s private channels', async () => {
    const { call } = await createWorkspace()
    const { channels } = await call(list, { types: 'im, private_channel' })
    expect(channels?.map(({ id }) => id)).toEqual(['D0ANASCOUT'])
  })

  test('leaves out archived channels on request', async () => {
    const { call } = await createWorkspace()
    const { channels } = await call(list, { exclude_archived: 'true' }, { as: 'form' })
    expect(channels?.map(({ id }) => id)).not.toContain('C0OLD')
  })

  test('returns all pages, without gaps or repetitions', async () => {
    const { call } = await createWorkspace()
    const all = (await call(list, { types: everything })).channels?.map(({ id }) => id)

    const ids: string[] = []
    let cursor: string | undefined
    do {
      const page = await call(list, { types: everything, limit: '2', cursor }, { as: 'form' })
      ids.push(...(page.channels ?? []).map(({ id }) => id))
      cursor = page.response_metadata?.next_cursor
    } while (cursor)

    expect(ids).toEqual(all)
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof list> = {
    missing_argument: { args: {}, file: channelsFile, ...org, detail: '`team_id`' },
    team_not_found: { args: { team_id: 'T2' }, file: channelsFile, ...org, detail: '"T2"' },
    invalid_cursor: { args: { cursor: 'x' }, detail: '"cursor": "x"' },
    invalid_limit: { args: { limit: '-1' }, detail: '"limit"' },
    invalid_types: { args: { types: 'im,channel' }, detail: '"types": "channel"' },
  }
  test.each(refusalRows(refused))('refuses with %s', (error, call) => expectRefusal(list, error, call))
})
