import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { openSqlite } from '#store/sqlite/open'
import type { StartOptions } from './options.ts'
import { start } from './start.ts'

function optionsWith(given: Partial<StartOptions>, port = 0) {
  const unexpectedErrors: unknown[] = []
  const options: StartOptions = {
    config: { port, host: '127.0.0.1', data: ':memory:', metrics: 'off', app_networks: [], socket_lifetime: 1000 },
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
  await vi.waitFor(() => expect(listOlderThan).toHaveBeenCalled())

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
