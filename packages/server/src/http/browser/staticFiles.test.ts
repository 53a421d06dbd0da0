import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { StaticFiles } from './staticFiles.ts'

test('[NET-1] a file is read once, however often it is requested, and then served without the disk', async () => {
  const { get, directory } = await serveDirectory({ 'page.html': '<p>', 'assets/code.js': 'code' })
  expect((await get('/page.html')).body).toBe('<p>')
  await rm(directory, { recursive: true })
  expect((await get('/page.html')).body).toBe('<p>')
  const { headers, body } = await get('/assets/code.js')
  expect(body).toBe('code')
  expect(headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'content-length': '4' })
})

test('[NET-1] a browser that has the file is told so: 304, without the bytes', async () => {
  const { get } = await serveDirectory({ 'page.html': '<p>' })
  const { etag } = (await get('/page.html')).headers
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const answer = await get('/page.html', { 'if-none-match': known })
    expect([known, answer.statusCode, answer.body, answer.headers.etag]).toEqual([known, 304, '', etag])
  }
  expect((await get('/page.html', { 'if-none-match': '"other"' })).statusCode).toBe(200)
})

test('[NET-1] a file is sent compressed to those who take it so, and has an ETag of its own in each coding', async () => {
  const { get } = await serveDirectory({
    'code.js': 'code',
    'code.js.br': 'BR',
    'code.js.gz': 'GZ',
    'mark.svg': '<svg/>',
  })
  const cases: [accepted: string | undefined, coding: string | undefined, body: string][] = [
    ['gzip, deflate, br, zstd', 'br', 'BR'],
    ['GZIP', 'gzip', 'GZ'],
    ['br;q=0, *', 'gzip', 'GZ'],
    ['deflate', undefined, 'code'],
    ['identity;q=0', undefined, 'code'],
    ['', undefined, 'code'],
    [undefined, undefined, 'code'],
  ]
  const etags = new Set()
  for (const [accepted, coding, body] of cases) {
    const answer = await get('/code.js', accepted === undefined ? {} : { 'accept-encoding': accepted })
    expect([accepted, answer.headers['content-encoding'], answer.body]).toEqual([accepted, coding, body])
    expect(answer.headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', vary: 'accept-encoding' })
    etags.add(answer.headers.etag)
    const again = await get('/code.js', { 'accept-encoding': accepted ?? '', 'if-none-match': answer.headers.etag })
    expect([again.statusCode, again.headers['content-encoding'], again.headers.vary]).toEqual([
      304,
      undefined,
      'accept-encoding',
    ])
  }
  expect(etags.size).toBe(3)
  expect((await get('/mark.svg', { 'accept-encoding': 'br' })).headers).not.toHaveProperty('vary')
  expect((await get('/code.js.br')).statusCode).toBe(404)
})

test('only files that were there are served, and HEAD has the length of GET', async () => {
  const { get, head } = await serveDirectory({ 'page.html': '<p>' })
  for (const path of ['/nothing', '/', '/assets', '/..%2fpage.html', '/page.html%00', '/page.html/'])
    expect([path, (await get(path)).statusCode]).toEqual([path, 404])
  expect((await head('/page.html')).headers['content-length']).toBe('3')
})

async function serveDirectory(files: Record<string, string>) {
  const directory = await mkdtemp(join(tmpdir(), 'rivulet-static-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  await mkdir(join(directory, 'assets'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text)
  const app = Fastify()
  const served = new StaticFiles(directory)
  app.get<{ Params: { '*': string } }>('/*', (request, reply) =>
    served.send(request, reply, request.params['*'], 'no-cache'),
  )
  const get = (url: string, headers: Record<string, string | undefined> = {}) =>
    app.inject({
      method: 'GET',
      url,
      headers: Object.fromEntries(Object.entries(headers).map(([k, v]) => [k, v ?? ''])),
    })
  return { directory, get, head: (url: string) => app.inject({ method: 'HEAD', url }) }
}
