import { describe, expect, test } from 'vitest'
import { eachOf, expectRefusal, type Refusals } from '#testing/calls/refusals'
import { ownPeople } from '#testing/workspace/files'
import { aSharedFile, refusedFiles } from '#testing/apps/uploads'
import { aWorkspace } from '#testing/workspace/workspace'
import { list } from './list.ts'

describe('files.list', () => {
  test('files.list has them in pages, of a channel, of a person, of a time', async () => {
    const scene = await aWorkspace()
    const ids = [await aSharedFile(scene, 'C0HELP'), await aSharedFile(scene, 'C0GENERAL')].map(({ id }) => id)
    const page = async (args: object) => (await scene.call(list, args)).files?.map(({ id }) => id)
    expect((await page({}))?.toSorted()).toEqual(ids.toSorted())
    expect(await page({ channel: 'C0HELP' })).toEqual([ids[0]])
    expect(await page({ user: 'U0ANA' })).toEqual([])
    expect(await page({ ts_to: 1 })).toEqual([])
    expect(await page({ count: 1, page: 3 })).toEqual([])
    expect(await scene.call(list, { count: 1 })).toMatchObject({ paging: { count: 1, total: 2, page: 1, pages: 2 } })
  })

  const refused: Refusals<typeof list> = {
    ...refusedFiles,
    channel_not_found: { args: { channel: 'C0NOPE' }, says: 'C0NOPE' },
    not_in_channel: { args: { channel: 'C1' }, token: 'xoxp-outside', file: ownPeople, says: 'You are not in C1' },
  }
  test.each(eachOf(refused))('[ORD] refuses with %s', (error, call) => expectRefusal(list, error, call))
})
