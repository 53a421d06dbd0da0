import { expect, test } from 'vitest'
import { postMessage } from '#methods/chat/postMessage'
import { longestHold, slowness } from '#testing/slow/loopHold'
import { createSearchTokens } from '#testing/workspace/searchTokens'
import { createWorkspace } from '#testing/workspace/workspace'
import { messages } from './messages.ts'

const ana = { token: 'xoxp-ana' }

test('[ENV-8] search.messages does not keep the event loop, however long the thousand messages are that match', async () => {
  const scene = await createWorkspace()
  await createSearchTokens(scene, 'U0ANA')
  const { call } = scene
  const text = 'deploy <https://example.com> and '.repeat(1200)
  for (let i = 0; i < 1000; i++) await call(postMessage, { channel: 'C0HELP', text }, { token: 'xoxb-acme-scout' })
  for (const query of ['deploy', 'deploy has:link', 'deploy -has:file from:Scout'])
    for (const sort of ['score', 'timestamp']) {
      let held = Infinity
      // Other work of the machine only adds to it.
      for (let i = 0; i < 5 && held > 20; i++)
        held = Math.min(held, await longestHold(() => call(messages, { query, sort, count: 1 }, ana)))
      expect(held, `${query}, sorted by ${sort}`).toBeLessThan(20 * slowness())
    }
})
