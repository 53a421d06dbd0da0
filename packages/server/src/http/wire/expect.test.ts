import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createWorkspace } from '#testing/workspace/workspace'

function ask(port: number, path: string, expectation: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nExpect: ${expectation}\r\nConnection: close\r\n\r\n`,
  )
  setTimeout(() => socket.write('{}'), 50)
  return text(socket)
}

test.each(['/api/api.test', '/'])('[ENV-10] an unknown expectation of %s is refused in words', async (path) => {
  const { port } = await createWorkspace()
  const answer = await ask(port, path, 'foo')
  expect(answer).toMatch(/^HTTP\/1\.1 417 Expectation Failed\r\n/)
  expect(JSON.parse(answer.slice(answer.lastIndexOf('{"ok"')))).toEqual({
    ok: false,
    error: 'expectation_failed',
    detail: expect.stringContaining('"expect: foo"'),
  })
})

test('[ENV-10] 100-continue is met', async () => {
  const { port } = await createWorkspace()
  const answer = await ask(port, '/api/api.test', '100-continue')
  expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/)
})
