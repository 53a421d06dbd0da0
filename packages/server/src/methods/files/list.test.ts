import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { userTokensFile } from '#testing/workspace/files'
import { shareFile, fileRefusals } from '#testing/apps/uploads'
import { createWorkspace } from '#testing/workspace/workspace'
import { list } from './list.ts'

describe('files.list', () => {
  test('lists files in pages, of a channel, a person or a period', async () => {
    const scene = await createWorkspace()
    const ids = [await shareFile(scene, 'C0HELP'), await shareFile(scene, 'C0GENERAL')].map(({ id }) => id)
    const page = async (args: object) => (await scene.call(list, args)).files?.map(({ id }) => id)
    expect((await page({}))?.toSorted()).toEqual(ids.toSorted())
    expect(await page({ channel: 'C0HELP' })).toEqual([ids[0]])
    expect(await page({ user: 'U0ANA' })).toEqual([])
    expect(await page({ ts_to: 1 })).toEqual([])
    expect(await page({ count: 1, page: 3 })).toEqual([])
    expect(await scene.call(list, { count: 1 })).toMatchObject({ paging: { count: 1, total: 2, page: 1, pages: 2 } })
  })

  const refused: Refusals<typeof list> = {
    ...fileRefusals,
    invalid_cursor: { args: { cursor: 'x' }, detail: '"cursor": "x"' },
    channel_not_found: { args: { channel: 'C0NOPE' }, detail: 'C0NOPE' },
    not_in_channel: {
      args: { channel: 'C1' },
      token: 'xoxp-outside',
      file: userTokensFile,
      detail: 'You are not in C1',
    },
  }
  test.each(refusalRows(refused))('[ORD] refuses with %s', (error, call) => expectRefusal(list, error, call))
})
