import { describe, expect, test, vi } from 'vitest'
import { postgres } from '#testing/database/postgres'
import { redisProgram, startRedisServer } from '#testing/database/redisServer'
import { call, createNodes } from '#testing/nodes/nodes'
import { runCommand } from '#testing/server/command'
import { scoutFile } from '#testing/workspace/scout'

describe.skipIf(!postgres || !redisProgram)(
  '[BUS-6] a command that changes the database of servers with a Redis',
  () => {
    test('makes them look at once, if it changed anything', async () => {
      const { redis, node, run, look } = await createScene()
      expect(await run(['user', 'list'], redis.url)).toMatchObject({ code: 0, err: '' })
      expect(look).not.toHaveBeenCalled()

      expect(await call(node, 'users.info', { user: 'U0EVE' })).toMatchObject({ user: { deleted: false } })
      expect(await run(['user', 'deactivate', 'U0EVE'], redis.url)).toMatchObject({ code: 0, err: '' })
      await expect.poll(() => look.mock.calls.length).toBe(1)
      await Promise.all(look.mock.results.map(({ value }) => value))
      expect(await call(node, 'users.info', { user: 'U0EVE' })).toMatchObject({ user: { deleted: true } })
    })

    test('does its work without Redis too, and says what is wrong with the address', async () => {
      const { redis, node, run } = await createScene()
      const wrong = redis.url.replace('redis://', 'redis://ana:hunter2@')
      const { code, err } = await run(['user', 'deactivate', 'U0EVE'], wrong)
      expect([code, err]).toEqual([
        0,
        expect.stringMatching(
          /^rivulet: Redis at .* does not let the user ana in: .* The change is made, and servers see it within half a second\.\n$/,
        ),
      ])
      expect(err).not.toContain('hunter2')
      await redis.stop()
      expect(await run(['user', 'activate', 'U0EVE'], redis.url)).toMatchObject({ code: 0, err: '' })
      const info = () => call(node, 'users.info', { user: 'U0EVE' })
      await expect.poll(info).toMatchObject({ user: { deleted: false } })
    })
  },
)

async function createScene() {
  const redis = await startRedisServer()
  const { address, key, launch } = await createNodes(scoutFile({ scopes: ['users:read'] }), { bus: redis.url })
  const node = await launch()
  const look = vi.spyOn(node.store, 'look')
  return { redis, node, look, run }

  function run(words: string[], bus: string) {
    const args = [...words, '--team', 'acme', '--store', address, '--key', key]
    return runCommand(args, { env: { RIVULET_BUS: bus } }).ended
  }
}
