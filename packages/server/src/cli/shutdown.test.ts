import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { runCommand } from '#testing/server/command'

const acme = fileURLToPath(new URL('../../test/fixtures/acme.workspace.yaml', import.meta.url))
const quick = ['--port', '0', '--json']
const memory = [...quick, '--data', ':memory:']

describe('SIGTERM', () => {
  test('lets started calls finish, takes no new ones, keeps the data, and exits 0', async () => {
    const server = runCommand(['dev', ...quick, '--workspace', acme])
    const { url } = await server.ready()
    const token = 'xoxb-acme-scout'
    const body = JSON.stringify({ token, channel: 'C0HELP', text: 'The last words' })
    const started = request(`${url}/api/chat.postMessage`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' },
    })
    const answer = once(started, 'response')
    started.flushHeaders()
    await once(started, 'continue')
    started.write(body.slice(0, 20))

    server.child.kill('SIGTERM')
    const late = () =>
      fetch(`${url}/api/api.test`).then(
        async (response) => ((await response.json()) as { error: string }).error,
        () => 'refused',
      )
    await expect.poll(late).toMatch(/^refused$|^service_unavailable$/)
    started.end(body.slice(20))

    const [response] = await answer
    expect(response.headers.connection).toBe('close')
    expect(JSON.parse((await response.toArray()).join(''))).toMatchObject({
      ok: true,
      message: { text: 'The last words' },
    })
    expect(await server.ended).toMatchObject({ code: 0, err: '' })

    const again = runCommand(['dev', ...quick, '--workspace', acme], { cwd: server.cwd })
    const { api } = await again.ready()
    const history = await fetch(`${api}conversations.history?channel=C0HELP`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await history.json()).toMatchObject({ messages: [{ text: 'The last words' }, {}] })
  })

  test('answers every call that was sent on a connection kept alive', async () => {
    const server = runCommand(['dev', ...memory])
    const port = Number(new URL((await server.ready()).url).port)
    const call = 'POST /api/api.test HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n'
    let answered = 0
    const ends = Array.from({ length: 16 }, async () => {
      const socket = connect(port, '127.0.0.1', () => socket.write(call))
      let last = ''
      let waiting = true
      socket
        .once('data', () => answered++)
        .on('data', (answer: Buffer) => {
          last = answer.toString()
          waiting = /connection: keep-alive/i.test(last)
          if (waiting) socket.write(call)
        })
      await once(socket, 'close')
      return { waiting, last }
    })
    await expect.poll(() => answered).toBe(16)
    expect((await server.stop()).code).toBe(0)
    for (const { waiting, last } of await Promise.all(ends)) {
      expect(waiting).toBe(false)
      expect(last).toMatch(/connection: close/i)
    }
  })

  test('stops an idle server at once, even with connections kept alive', async () => {
    const server = runCommand(['dev', ...memory])
    const { api } = await server.ready()
    await Promise.all(Array.from({ length: 5 }, () => fetch(`${api}api.test`).then((response) => response.text())))
    const started = performance.now()
    expect((await server.stop()).code).toBe(0)
    expect(performance.now() - started).toBeLessThan(2000)
  })
})
