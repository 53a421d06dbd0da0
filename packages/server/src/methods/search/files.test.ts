import { describe, expect, test } from 'vitest'
import { completeUploadExternal } from '#methods/files/completeUploadExternal'
import { remove } from '#methods/files/delete'
import { uploadFile } from '#testing/apps/uploads'
import { onBothDatabases } from '#testing/database/databases'
import { expectRefusal, refusalRows, type Refusals } from '#testing/refusals/refusals'
import { createSearchTokens } from '#testing/workspace/searchTokens'
import { createWorkspace } from '#testing/workspace/workspace'
import { files } from './files.ts'

onBothDatabases('search.files', (open) => {
  test('[SRC-7] finds files by name and title that the person may read, until they are deleted', async () => {
    const scene = await createWorkspace({ store: await open() })
    await createSearchTokens(scene, 'U0ANA', 'U0EVE')
    const { call } = scene
    const share = async (name: string, title: string, channels: string) => {
      const id = await uploadFile(scene, { name })
      await call(completeUploadExternal, { files: [{ id, title }], channels })
      return id
    }
    const plan = await share('q3-plan.pdf', 'Budget of the third quarter', 'C0HELP')
    const other = await share('budget.xlsx', 'Sheet', 'C0GENERAL')
    const found = async (query: string, args: object = {}, token = 'xoxp-ana') =>
      (await call(files, { query, ...args }, { token })).files?.matches.map(({ id }) => id)
    expect(new Set(await found('budget'))).toEqual(new Set([plan, other]))
    expect(await found('"third quarter"')).toEqual([plan])
    expect(await found('q3')).toEqual([plan])
    expect(await found('budget in:#general')).toEqual([other])
    expect(await found('budget -in:#general')).toEqual([plan])
    expect(await found('budget from:@scout', { count: 1 })).toHaveLength(1)
    expect(await found('budget from:me')).toEqual([])
    expect(await found('budget on:yesterday')).toEqual([])
    expect(await found('budget has:link')).toEqual([])
    expect(await found('budget', {}, 'xoxp-eve')).toEqual([other])

    await call(remove, { file: plan })
    expect(await found('budget')).toEqual([other])
    const left = scene.store.db.selectFrom('search_entries').select('terms').where('file_id', '=', plan)
    expect(await left.execute()).toEqual([])
  })
})

describe('search.files', () => {
  const refused: Refusals<typeof files> = {
    invalid_cursor: {
      args: { query: 'x', cursor: 'x' },
      token: 'xoxp-ana',
      prepare: (scene) => createSearchTokens(scene, 'U0ANA'),
      detail: '"cursor": "x"',
    },
    no_query: {
      args: {},
      token: 'xoxp-ana',
      prepare: (scene) => createSearchTokens(scene, 'U0ANA'),
      detail: 'query',
    },
  }
  test.each(refusalRows(refused))('[ORD] refuses with %s', (error, call) => expectRefusal(files, error, call))
})
