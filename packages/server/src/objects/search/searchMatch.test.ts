import { expect, test } from 'vitest'
import { postMessage } from '#methods/chat/postMessage'
import { messages } from '#methods/search/messages'
import { createSearchTokens } from '#testing/workspace/searchTokens'
import { createWorkspace } from '#testing/workspace/workspace'

test('[ROM-15] a match says whether its channel is shared with other teams', async () => {
  const scene = await createWorkspace()
  await createSearchTokens(scene, 'U0ANA')
  for (const channel of ['C0PARTNER', 'C0HELP']) await scene.call(postMessage, { channel, text: `pelican ${channel}` })
  const search = async (query: string) =>
    (await scene.call(messages, { query }, { token: 'xoxp-ana' })).messages?.matches
  expect(await search('pelican C0PARTNER')).toMatchObject([{ channel: { is_ext_shared: true, is_shared: true } }])
  expect(await search('pelican C0HELP')).toMatchObject([{ channel: { is_ext_shared: false, is_shared: false } }])
})
