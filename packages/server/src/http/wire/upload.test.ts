import { describe, expect, test, vi } from 'vitest'
import { sweepFiles, sweepOrphanedBlobs } from '#domain/sweep/files'
import { getUploadURLExternal } from '#methods/files/getUploadURLExternal'
import { createApiClient } from '#testing/calls/apiClient'
import { onBothDatabases } from '#testing/database/databases'
import { TeamAway } from '#store/db'
import { startServer } from '#testing/server/server'
import { uploadFile } from '#testing/apps/uploads'
import { createWorkspace } from '#testing/workspace/workspace'

const bytes = Buffer.from([0, 255, 13, 10, 45, 45, 98, 0, 128])

onBothDatabases('an upload', (open) => {
  const anAddress = async (length: number, store = open()) => {
    const scene = await createWorkspace({ store: await store })
    const { upload_url: url = '', file_id: id = '' } = await scene.call(getUploadURLExternal, {
      filename: 'a.bin',
      length,
    })
    const row = () => scene.store.db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()
    const kept = async () => {
      const blob = (await row())?.blob
      return blob ? Buffer.concat(await Array.fromAsync((await scene.store.blobs.read(blob)) ?? [])) : undefined
    }
    return { scene, url, id, row, kept }
  }
  const form = (part: string) => {
    const data = new FormData()
    data.append('note', 'a field is no file')
    data.append(part, new Blob([bytes]), 'Untitled')
    return data
  }

  test.each<[string, RequestInit]>([
    ['a multipart form', { body: form('body') }],
    ['one with a part of any name', { body: form('filename') }],
    ['bytes', { body: bytes, headers: { 'content-type': 'application/octet-stream' } }],
    ['bytes called a form', { body: bytes, headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['bytes with a token', { body: bytes, headers: { authorization: 'Bearer xoxb-acme-scout' } }],
  ])('[FIL-1] may be %s', async (_how, init) => {
    const { url, kept } = await anAddress(bytes.length)
    const answer = await fetch(url, { method: 'POST', ...init })
    expect([answer.status, await answer.text()]).toEqual([200, `OK - ${bytes.length}\n`])
    expect((await kept())?.equals(bytes)).toBe(true)
  })

  test.each<[string, number, RequestInit, number]>([
    ['more bytes than announced', 5, { body: 'Hello!' }, 400],
    ['fewer', 5, { body: 'Hell' }, 400],
    ['a form without a file', 5, { body: new URLSearchParams({ a: 'b' }), headers: multipart('x') }, 400],
    ['a form that ends in the middle', 5, { body: cutForm, headers: multipart('x') }, 400],
    ['a form without a boundary', 5, { body: 'Hello', headers: { 'content-type': 'multipart/form-data' } }, 400],
    ['a compressed body', 5, { body: 'Hello', headers: { 'content-encoding': 'gzip' } }, 415],
    ['another verb', 5, { body: 'Hello', method: 'PUT' }, 405],
  ])('[FIL-2] that is %s is refused, and can be repeated', async (_what, length, init, status) => {
    const { url, kept, scene } = await anAddress(length)
    const answer = await fetch(url, { method: 'POST', ...init })
    expect(answer.status).toBe(status)
    expect(await answer.text()).toMatch(/\.\n$/)
    expect(await kept()).toBeUndefined()
    expect(await scene.store.blobs.listOlderThan(Date.now() + 60_000)).toEqual([])
    expect((await fetch(url, { method: 'POST', body: 'Hello' })).status).toBe(200)
    expect(scene.state.unexpectedErrors).toEqual([])
  })

  test('[FIL-1] of two for one file the first complete one counts, and nothing remains of the other', async () => {
    const { url, scene, kept } = await anAddress(5)
    const statuses = await Promise.all(
      ['Hello', 'World'].map(async (body) => (await fetch(url, { method: 'POST', body })).status),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect((await kept())?.length).toBe(5)
    expect(await scene.store.blobs.listOlderThan(Date.now() + 60_000)).toHaveLength(1)
  })

  test('[FIL-2] an address is valid for an hour, and a file not completed within another hour is removed', async () => {
    const late = await anAddress(5)
    late.scene.store.db.clock.advance(3_600_000)
    expect((await fetch(late.url, { method: 'POST', body: 'Hello' })).status).toBe(404)
    const { scene } = late
    const id = await uploadFile(scene)
    await sweepFiles(scene.store)
    expect(await late.row()).toBeUndefined()
    scene.store.db.clock.advance(3_600_000)
    await sweepFiles(scene.store)
    expect(await scene.store.db.selectFrom('files').select('id').where('id', '=', id).execute()).toEqual([])
    expect(await scene.store.blobs.listOlderThan(Date.now() + 60_000)).toEqual([])
  })

  test('[FIL-2, NOD-15] whose commit is not answered keeps its bytes', async () => {
    const { url, scene, row, kept } = await anAddress(5)
    const write = scene.store.write.bind(scene.store)
    vi.spyOn(scene.store, 'write').mockImplementationOnce(async (fn) => {
      await write(fn)
      throw new Error('Connection terminated unexpectedly')
    })
    const answer = await fetch(url, { method: 'POST', body: 'Hello' })
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([
      503,
      '1',
      'The database is out of reach. Try again in a moment.\n',
    ])
    expect([(await row())?.state, (await kept())?.toString()]).toEqual(['received', 'Hello'])
    expect(scene.state.unexpectedErrors.splice(0)).toHaveLength(1)
  })

  test('[FIL-2, NOD-10] of a team that takes no writes is to be sent again, and leaves nothing', async () => {
    const { url, scene } = await anAddress(5)
    vi.spyOn(scene.store, 'write').mockRejectedValueOnce(new TeamAway('The team is being moved.'))
    const answer = await fetch(url, { method: 'POST', body: 'Hello' })
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([
      503,
      '1',
      'The team is being moved.\n',
    ])
    expect(await scene.store.blobs.listOlderThan(Date.now() + 60_000)).toEqual([])
    expect(scene.state.unexpectedErrors).toEqual([])
    expect((await fetch(url, { method: 'POST', body: 'Hello' })).status).toBe(200)
  })

  test('[FIL-7] bytes that belong to no file are found', async () => {
    const { scene } = await anAddress(5)
    const id = await uploadFile(scene)
    await scene.store.blobs.save('lost', pieces('abc'))
    await sweepOrphanedBlobs(scene.store, { before: Date.now() + 60_000 })
    const { blob } = await scene.store.db
      .selectFrom('files')
      .select('blob')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(await scene.store.blobs.listOlderThan(Date.now() + 60_000)).toEqual([blob])
  })
})

describe('an upload', () => {
  test('that is cut short leaves nothing, and causes no unexpected error', async () => {
    const server = await startServer()
    const { call } = createApiClient(server.url, server.unexpectedErrors)
    const { upload_url: url = '' } = await call(getUploadURLExternal, { filename: 'a.bin', length: 1000 })
    const head = `POST ${new URL(url).pathname} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n`
    await server.sendRaw(`${head}half`, { endAfter: 50 })
    await expect.poll(() => server.store.blobs.listOlderThan(Date.now() + 60_000)).toEqual([])
    expect(server.unexpectedErrors).toEqual([])
    expect((await fetch(url, { method: 'POST', body: 'x'.repeat(1000) })).status).toBe(200)
  })

  test.each(['', 'x', '../../etc/passwd', '%2e%2e%2f', 'a'.repeat(10_000)])(
    'to a made-up address %j finds nothing',
    async (ticket) => {
      const server = await startServer()
      const answer = await fetch(`${server.url}/upload/v1/${ticket}`, { method: 'POST', body: 'Hello' })
      expect(answer.status).toBe(404)
      expect(server.unexpectedErrors).toEqual([])
    },
  )

  test('only the hash of the address’s secret is stored, and the journal never has it', async () => {
    const server = await startServer()
    const { call } = createApiClient(server.url, server.unexpectedErrors)
    const { upload_url: url = '' } = await call(getUploadURLExternal, { filename: 'a.bin', length: 1 })
    const secret = url.split('/').at(-1) ?? ''
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(await server.store.db.selectFrom('files').selectAll().execute())).not.toContain(secret)
    expect((await server.request('GET', '/control/journal')).text).not.toContain(secret)
  })
})

const cutForm = '--x\r\ncontent-disposition: form-data; name="f"; filename="f"\r\n\r\nHel'

function multipart(boundary: string) {
  return { 'content-type': `multipart/form-data; boundary=${boundary}` }
}

async function* pieces(text: string) {
  yield Buffer.from(text)
}
