import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from 'redis'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Clock } from '#store/clock'
import { readConfig } from '#config'
import { openSqlite } from '#store/sqlite/open'
import { redisProgram, startRedisServer } from '#testing/database/redisServer'
import { createTempDirectory } from '#testing/server/command'
import { workspaceFile } from '#testing/workspace/workspace'
import type { StartOptions } from './options.ts'
import { start } from './start.ts'

function optionsWith(given: Partial<StartOptions>, port = 0) {
  const unexpectedErrors: unknown[] = []
  const options: StartOptions = {
    config: { ...readConfig({ port, data: ':memory:', metrics: 'off' }, {}), socket_lifetime: 1000 },
    dev: true,
    workspace: undefined,
    onUnexpectedError: (error) => unexpectedErrors.push(error),
    ...given,
  }
  return { options, unexpectedErrors }
}

test('stop waits until a running sweep has broken off, and only then closes the store', async () => {
  const store = await openSqlite(':memory:')
  const slow = Promise.withResolvers<string[]>()
  const listOlderThan = vi.spyOn(store.blobs, 'listOlderThan').mockReturnValue(slow.promise)
  const deleteBlob = vi.spyOn(store.blobs, 'delete')
  const close = vi.spyOn(store, 'close')
  const { options, unexpectedErrors } = optionsWith({ store })
  const { stop } = await start(options)
  await expect.poll(() => listOlderThan.mock.calls.length).toBeGreaterThan(0)

  const stopping = stop()
  await new Promise((done) => setTimeout(done, 100))
  expect(close).not.toHaveBeenCalled()
  slow.resolve([randomUUID()])
  await stopping

  expect(close).toHaveBeenCalledOnce()
  expect(deleteBlob).not.toHaveBeenCalled()
  expect(unexpectedErrors).toEqual([])
})

test('a server that cannot listen stops the parts that have started, and closes the store', async () => {
  const first = await start(optionsWith({}).options)
  const store = await openSqlite(':memory:')
  const close = vi.spyOn(store, 'close')
  const { options, unexpectedErrors } = optionsWith({ store }, Number(new URL(first.url).port))

  await expect(start(options)).rejects.toThrow('is in use')

  expect(close).toHaveBeenCalledOnce()
  expect(unexpectedErrors).toEqual([])
  await first.stop()
})

test('a server whose database fails while it starts closes it, and says why', async () => {
  const store = await openSqlite(':memory:')
  const close = vi.spyOn(store, 'close')
  vi.spyOn(store, 'write').mockRejectedValueOnce(new Error('no room'))

  await expect(start(optionsWith({ store }).options)).rejects.toThrow('no room')

  expect(close).toHaveBeenCalledOnce()
})

test('a server whose parts cannot be made closes the store', async () => {
  const store = await openSqlite(':memory:')
  const close = vi.spyOn(store, 'close')
  const { options } = optionsWith({ store })
  // A network that does not exist is found when the client for apps is made.
  options.config.app_networks.push('nonsense')

  await expect(start(options)).rejects.toThrow()

  expect(close).toHaveBeenCalledOnce()
})

test.skipIf(!redisProgram)('[BUS-1] a server whose parts cannot be made leaves no connection to Redis', async () => {
  const redis = await startRedisServer()
  const { options } = optionsWith({ store: await openSqlite(':memory:') })
  options.config.bus = redis.url
  options.config.app_networks.push('nonsense')

  await expect(start(options)).rejects.toThrow('Invalid socket address')

  const client = createClient({ url: redis.url })
  await client.connect()
  onTestFinished(() => client.destroy())
  await expect.poll(() => client.sendCommand(['CLIENT', 'LIST'])).not.toContain('name=rivulet ')
})

test.each([undefined, ''])('[FLT-5] a data directory with files beside a lost database is refused', async (content) => {
  const data = createTempDirectory()
  mkdirSync(join(data, 'files'))
  writeFileSync(join(data, 'files', 'upload'), 'kept')
  if (content !== undefined) writeFileSync(join(data, 'rivulet.db'), content)
  const { options } = optionsWith({})

  await expect(start({ ...options, config: { ...options.config, data } })).rejects.toThrow(
    /missing or empty, but .*files holds an uploaded file/,
  )

  expect(readdirSync(join(data, 'files'))).toEqual(['upload'])
})

test('[FLT-7] a clock that leaps, and channels ahead of it, are told in the log', async () => {
  const clock = new Clock()
  clock.advance(Date.parse('2020-01-01') - clock.now())
  const { options } = optionsWith({ clock, workspace: workspaceFile() })
  const notices: string[] = []
  const { stop } = await start({ ...options, onNotice: (words) => notices.push(words) })

  await expect.poll(() => String(notices)).toMatch(/The clock says 2020-.* from times up to 2026-/)
  clock.onLeap(86_400_000)
  expect(notices.at(-1)).toContain('leapt forward by 24.0 hours')

  await stop()
})
