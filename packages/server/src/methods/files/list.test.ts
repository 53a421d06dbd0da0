import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { userTokensFile } from '#testing/workspace/files'
import { completeFile, createUserToken, shareFile, fileRefusals } from '#testing/apps/uploads'
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

  test('[FIL-15] lists files of the types that are asked for, and nothing else', async () => {
    const scene = await createWorkspace()
    const named: Record<string, string> = {}
    for (const name of ['a.PNG', 'b.heic', 'notes.txt', 'run.py', 'c.zip', 'd.pdf', 'e.docx', 'plain'])
      named[await completeFile(scene, { name })] = name
    named[await completeFile(scene, { name: 'query', snippet_type: 'sql' })] = 'query'
    const names = async (types: string) =>
      (await scene.call(list, { types })).files?.map(({ id }) => named[id] ?? id).toSorted()
    expect(await names('images')).toEqual(['a.PNG', 'b.heic'])
    expect(await names('zips')).toEqual(['c.zip'])
    expect(await names('pdfs, zips')).toEqual(['c.zip', 'd.pdf'])
    expect(await names('snippets')).toEqual(['notes.txt', 'query', 'run.py'])
    expect(await names('spaces,gdocs')).toEqual([])
    expect(await names('all,pdfs')).toHaveLength(9)
    expect(await scene.call(list, { types: 'images', count: 1 })).toMatchObject({ paging: { total: 2, pages: 2 } })
    expect(await names('images')).toEqual(
      (await scene.call(list, { types: 'images', show_files_hidden_by_limit: true })).files
        ?.map(({ name }) => name)
        .toSorted(),
    )
  })

  test('[FIL-14] says where each file is shared, as far as the caller can see it', async () => {
    const scene = await createWorkspace()
    const { id } = await shareFile(scene, 'C0HELP', 'D0ANASCOUT')
    const unshared = await completeFile(scene)
    const { files = [] } = await scene.call(list, {})
    expect(files.find((file) => file.id === id)).toMatchObject({
      channels: ['C0HELP'],
      groups: [],
      ims: ['D0ANASCOUT'],
    })
    expect(files.find((file) => file.id === unshared)).toMatchObject({ channels: [], groups: [], ims: [], shares: {} })
    const ben = await createUserToken(scene, 'xoxp-ben', 'U0BEN')
    const seen = await scene.call(list, {}, { token: ben })
    expect(seen.files).toMatchObject([{ id, channels: ['C0HELP'], ims: [], has_more_shares: false }])
    expect(JSON.stringify(seen)).not.toContain('D0ANASCOUT')
  })

  const refused: Refusals<typeof list> = {
    ...fileRefusals,
    unknown_type: { args: { types: 'images,pictures' }, detail: '"pictures"' },
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
