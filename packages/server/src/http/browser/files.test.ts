import { setTimeout } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { completeUploadExternal } from '#methods/files/completeUploadExternal'
import { remove } from '#methods/files/delete'
import { createApiClient } from '#testing/calls/apiClient'
import { uploadFile } from '#testing/apps/uploads'
import { setLimits } from '#testing/workspace/settings'
import { startServer } from '#testing/server/server'

const scout = { authorization: 'Bearer xoxb-acme-scout' }

/** A file of the app in #help-desk, and those who may ask for it. */
async function startServerWithFile(name = 'notes.txt', bytes = 'Hello') {
  const server = await startServer()
  const { call } = createApiClient(server.url, server.unexpectedErrors)
  const id = await uploadFile({ call }, { name, bytes })
  const { files } = await call(completeUploadExternal, { files: [{ id }], channel_id: 'C0HELP' })
  const look = new URL(files?.[0]?.url_private ?? '').pathname
  const save = new URL(files?.[0]?.url_private_download ?? '').pathname
  const as = async (user: string, team = 'T0ACME') => {
    const { headers } = await server.request('POST', '/session', { team, user })
    return { cookie: headers.get('set-cookie')?.split(';')[0] ?? '' }
  }
  return { server, call, id, look, save, as }
}

describe('a file', () => {
  test('[FIL-5] is served to members of a channel in which it is shared, and to the app by its token', async () => {
    const { server, look, id, as } = await startServerWithFile()
    for (const headers of [await as('U0ANA'), scout])
      for (const address of [look, `/files/${id}`]) {
        const answer = await server.request('GET', address, undefined, headers)
        expect([answer.status, answer.text]).toEqual([200, 'Hello'])
      }
  })

  test('[FIL-5] does not exist for anybody else: of the team, of another team, another app, not signed in', async () => {
    const { server, look, id, as } = await startServerWithFile()
    const eve = await as('U0EVE')
    expect((await server.request('GET', look, undefined, eve)).body).toMatchObject({ error: 'file_not_found' })
    expect((await server.request('GET', look, undefined, eve)).status).toBe(404)
    const asked = [
      [{}, 401],
      [{ authorization: 'Bearer xoxb-nobody' }, 401],
      [{ authorization: 'Bearer xoxb-acme-expired' }, 403],
      [{ authorization: 'Bearer xoxb-acme-quiet' }, 403],
      [{ authorization: 'Bearer xapp-1-A0SCOUT-acme' }, 403],
      [{ cookie: 'rivulet=x' }, 401],
    ] as const
    for (const [headers, status] of asked) {
      const answer = await server.request('GET', look, undefined, headers)
      expect([JSON.stringify(headers), answer.status]).toEqual([JSON.stringify(headers), status])
      expect(answer.text).not.toContain('Hello')
    }
    expect((await server.request('GET', `/files/${id}?token=xoxb-acme-scout`)).status).toBe(401)
    expect(server.unexpectedErrors).toEqual([])
  })

  test('[FIL-5] is not served to somebody who left or after it is deleted, whatever the browser has cached', async () => {
    const { server, look, as, call, id } = await startServerWithFile()
    const ana = await as('U0ANA')
    const first = await server.request('GET', look, undefined, ana)
    const kept = { ...ana, 'if-none-match': first.headers.get('etag') ?? '' }
    expect((await server.request('GET', look, undefined, kept)).status).toBe(304)
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    await call(remove, { file: id })
    expect((await server.request('GET', look, undefined, kept)).status).toBe(404)
  })

  test('[FIL-6] is not opened to answer HEAD, which has the headers of GET', async () => {
    const { server, look, save } = await startServerWithFile()
    const opened = vi.spyOn(server.store.blobs, 'read')
    for (const path of [look, save]) {
      const [head, got] = [
        await server.request('HEAD', path, undefined, scout),
        await server.request('GET', path, undefined, scout),
      ]
      const headersOf = ({ headers }: typeof got) =>
        Object.fromEntries([...headers].filter(([name]) => !/^(date|x-request-id|connection|keep-alive)$/.test(name)))
      expect([head.status, head.text, headersOf(head)]).toEqual([200, '', headersOf(got)])
    }
    expect((await fetch(server.url + look, { method: 'HEAD' })).status).toBe(401)
    expect(opened).toHaveBeenCalledTimes(2)
  })

  test('[FIL-19] is read so many times at once by one person or app, while others wait, and too many are refused', async () => {
    const { server, look, as } = await startServerWithFile('a.txt', 'x'.repeat(20_000_000))
    await setLimits(server, { downloadsPerPerson: 2 })
    const opened = vi.spyOn(server.store.blobs, 'read')
    const reading = Array.from({ length: 103 }, () => new AbortController())
    // What nobody holds is read to its end.
    const answers: Response[] = []
    const begin = ({ signal }: AbortController) =>
      fetch(server.url + look, { headers: scout, signal })
        .then((answer) => answers.push(answer))
        .catch(() => {})
    const all = reading.map(begin)
    // Two are read by nobody, and a hundred wait.
    await expect.poll(() => answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 429])
    expect(opened).toHaveBeenCalledTimes(2)
    expect((await server.request('GET', look, undefined, await as('U0ANA'))).status).toBe(200)
    for (const each of reading) each.abort()
    await Promise.all(all)
    await expect.poll(async () => (await server.request('GET', look, undefined, scout)).status).toBe(200)
    // Who has gone while waiting opens nothing.
    expect(opened).toHaveBeenCalledTimes(4)
  })

  test('[FIL-19, FIL-5] that was waited for is served by the rights at its turn', async () => {
    const { server, look, id, call } = await startServerWithFile('a.txt', 'x'.repeat(20_000_000))
    await setLimits(server, { downloadsPerPerson: 1 })
    const holding = new AbortController()
    const held = await fetch(server.url + look, { headers: scout, signal: holding.signal })
    const waiting = fetch(server.url + look, { headers: scout })
    const isAnswered = await Promise.race([waiting.then(() => true), setTimeout(200, false)])
    expect([held.status, isAnswered]).toEqual([200, false])
    await call(remove, { file: id })
    holding.abort()
    expect((await waiting).status).toBe(404)
    expect(server.unexpectedErrors).toEqual([])
  })

  test('[FIL-13] is out of reach if it is in a bucket that this server does not have', async () => {
    const { server, look } = await startServerWithFile()
    const read = () => server.request('GET', look, undefined, scout)
    for (const key of await server.store.blobs.listOlderThan(Date.now() + 60_000)) await server.store.blobs.delete(key)
    expect((await read()).status).toBe(500)
    const bucket = { key: 'bucket', value: 's3://files' }
    await server.store.write((tx) => tx.insertInto('meta').values(bucket).execute())
    const { status, headers, body } = await read()
    expect([status, headers.get('retry-after'), body['error']]).toEqual([503, '1', 'service_unavailable'])
    expect(server.unexpectedErrors).toHaveLength(1)
  })

  const download = 'application/octet-stream'
  const asText = 'text/plain; charset=utf-8'
  test.each([
    ['a chart.png', 'inline', 'image/png', 'image/png'],
    ['notes.md', 'inline', asText, asText],
    ['table.csv', 'inline', asText, 'text/csv; charset=utf-8'],
    ['page.html', 'attachment', download, asText],
    ['app.js', 'attachment', download, asText],
    ['feed.xml', 'attachment', download, asText],
    ['logo.svg', 'attachment', download, 'image/svg+xml'],
    ['photo.heic', 'attachment', download, 'image/heic'],
    ['paper.pdf', 'attachment', download, 'application/pdf'],
    ['voice.m4a', 'attachment', download, 'audio/mp4'],
    ['page.png.html', 'attachment', download, asText],
    ['no ending', 'attachment', download, download],
  ])(
    '[FIL-6] %s is served %s, to a browser as %s and to an app as %s, in a sandbox',
    async (name, disposition, shown, type) => {
      const { server, look, save, as } = await startServerWithFile(name, '<script>alert(1)</script>')
      for (const [headers, typeOfLook, typeOfSave] of [
        [await as('U0ANA'), shown, download],
        [scout, type, type],
      ] as const) {
        const answer = await server.request('GET', look, undefined, headers)
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, typeOfLook])
        expect(answer.headers.get('content-disposition')).toBe(
          `${disposition}; filename*=UTF-8''${encodeURIComponent(name)}`,
        )
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
        expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
        expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
        const saved = await server.request('GET', save, undefined, headers)
        expect(saved.headers.get('content-disposition')).toMatch(/^attachment; /)
        expect(saved.headers.get('content-type')).toBe(typeOfSave)
      }
    },
  )

  test.each([
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['..', 'file'],
    ['C:\\evil.txt', 'C:_evil.txt'],
    ['a\r\nset-cookie: x=1.txt', 'aset-cookie: x=1.txt'],
    ['photo\u202egnp.exe', 'photognp.exe'],
    ["it's (1)*.txt", "it's (1)*.txt"],
    ['日本.txt', '日本.txt'],
  ])('[FIL-3] the name %j becomes %j, without a path', async (given, name) => {
    const { server, call, look } = await startServerWithFile(given)
    const answer = await server.request('GET', look, undefined, scout)
    expect([answer.status, answer.text]).toEqual([200, 'Hello'])
    const disposition = answer.headers.get('content-disposition') ?? ''
    expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe(name)
    expect(disposition).toMatch(/^[\w\s;'=*%!#$&+.^`|~-]+$/)
    expect(await server.store.blobs.listOlderThan(Date.now() + 60_000)).toHaveLength(1)
    expect(await call(remove, { file: look.split('/')[2] })).toEqual({ ok: true })
  })

  test.each(['/files/', '/files/F0', '/files/F0/..%2f..%2fetc%2fpasswd', '/files/%00', '/files/F0/a/b/c/d'])(
    'the address %s finds nothing',
    async (path) => {
      const { server } = await startServerWithFile()
      expect((await server.request('GET', path, undefined, scout)).status).toBe(404)
      expect(server.unexpectedErrors).toEqual([])
    },
  )
})
