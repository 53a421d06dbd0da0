import { describe, expect, test } from 'vitest'
import { shareFile } from '#testing/apps/uploads'
import { expectRefusal, refusalRows, type Refusals } from '#testing/refusals/refusals'
import { createSearchTokens } from '#testing/workspace/searchTokens'
import { createWorkspace } from '#testing/workspace/workspace'
import { all } from './all.ts'

describe('search.all', () => {
  test('[SRC-3, SRC-7] finds messages and files', async () => {
    const scene = await createWorkspace()
    await createSearchTokens(scene, 'U0ANA')
    const { id } = await shareFile(scene, 'C0HELP')
    const found = await scene.call(all, { query: 'in:#help-desk' }, { token: 'xoxp-ana' })
    expect(found.files).toMatchObject({ total: 1, matches: [{ id }], paging: { total: 1, page: 1, pages: 1 } })
    expect(found.messages?.matches.map(({ text }) => text)).toContain('The printer is on fire')
    expect(found.posts).toEqual({ matches: [], total: 0 })
  })

  const refused: Refusals<typeof all> = {
    no_query: {
      args: {},
      token: 'xoxp-ana',
      prepare: (scene) => createSearchTokens(scene, 'U0ANA'),
      detail: 'query',
    },
  }
  test.each(refusalRows(refused))('[ORD] refuses with %s', (error, call) => expectRefusal(all, error, call))
})
