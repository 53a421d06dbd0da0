import { expect, test } from 'vitest'
import { createSearchTokens } from '#testing/workspace/searchTokens'
import { createWorkspace } from '#testing/workspace/workspace'
import { info } from './info.ts'

test('[SRC-8] assistant.search.info says that words are searched', async () => {
  const scene = await createWorkspace()
  await createSearchTokens(scene, 'U0ANA')
  expect(await scene.call(info, {}, { token: 'xoxp-ana' })).toMatchObject({ ok: true, is_ai_search_enabled: false })
})
