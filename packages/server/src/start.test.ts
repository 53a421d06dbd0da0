import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { openSqlite } from '#store/sqlite/open'
import { start } from './start.ts'

test('drain waits for a sweep in flight, which makes an end, and only then closes the store', async () => {
  const store = await openSqlite(':memory:')
  const slow = Promise.withResolvers<string[]>()
  const olderThan = vi.spyOn(store.blobs, 'olderThan').mockReturnValue(slow.promise)
  const drop = vi.spyOn(store.blobs, 'drop')
  const close = vi.spyOn(store, 'close')
  const defects: unknown[] = []
  const { drain } = await start({
    config: { port: 0, host: '127.0.0.1', data: ':memory:', metrics: 'off', app_networks: [], socket_lifetime: 1000 },
    dev: true,
    workspace: undefined,
    store,
    onDefect: (defect) => defects.push(defect),
  })
  await vi.waitFor(() => expect(olderThan).toHaveBeenCalled())

  const draining = drain()
  await new Promise((done) => setTimeout(done, 100))
  expect(close).not.toHaveBeenCalled()
  slow.resolve([randomUUID()])
  await draining

  expect(close).toHaveBeenCalledOnce()
  expect(drop).not.toHaveBeenCalled()
  expect(defects).toEqual([])
})
