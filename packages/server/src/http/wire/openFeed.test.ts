import { IncomingMessage } from 'node:http'
import { queryObjects } from 'node:v8'
import { expect, test } from 'vitest'
import { connectViewer } from '#testing/feed/viewer'
import { startServer } from '#testing/server/server'

test('an open feed keeps nothing of the request that opened it', async () => {
  const { url } = await startServer()
  const before = queryObjects(IncomingMessage, { format: 'count' })
  for (let i = 0; i < 8; i++) await connectViewer(url, 'U0ANA')
  // Counting collects the garbage first. The last request of each side may still be in use.
  await expect.poll(() => queryObjects(IncomingMessage, { format: 'count' })).toBeLessThan(before + 3)
})
