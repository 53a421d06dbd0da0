import { expect, test } from 'vitest'
import { connectFeedSocket } from '#testing/feed/socket'
import { startServer } from '#testing/server/server'
import { setLimits } from '#testing/workspace/settings'

test('[LIM-1] a person has only so many pages open, and a team too', async () => {
  const server = await startServer()
  await setLimits(server, { feedsPerPerson: 2, feedsPerTeam: 3 })
  const connect = (user: string) => connectFeedSocket(server.url, user)
  const [first] = [await connect('U0ANA'), await connect('U0ANA')]
  await expect(connect('U0ANA')).rejects.toThrow('429')
  await connect('U0BEN')
  await expect(connect('U0EVE')).rejects.toThrow('429')
  first.socket.terminate()
  await first.closed
  // The place is free as soon as the server sees the end.
  await expect.poll(() => connect('U0EVE').then(() => 'open', String)).toBe('open')
})
