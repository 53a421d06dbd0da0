import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from '#testing/server/command'
import { findFreePort } from '#testing/server/freePort'
import { startServer } from '#testing/server/server'

test('rivulet tail prints what flows, waits for a server that is away, and ends with its reader', async () => {
  const port = await findFreePort()
  const first = await startServer({ settings: { port } })
  const { child, output, ended } = runCommand(['tail', '--app', 'scout', '--json'], { env: { RIVULET_URL: first.url } })
  await expect.poll(() => first.inside!.journal.listeners).toBe(1)
  await callAs(first, 'xoxb-acme-scout', 'chat.postMessage', { channel: 'C0HELP', text: '\u001b[31mred' })
  await callAs(first, 'xoxb-acme-quiet', 'auth.test', {})
  await expect
    .poll(() => lines(output().out))
    .toMatchObject([{ method: 'chat.postMessage', args: { text: '\u001b[31mred' } }])
  expect(output().out).not.toContain('\u001b')

  await first.end()
  await expect.poll(() => output().err).toContain('rivulet: The server has gone. Waiting until it is back…\n')
  const second = await startServer({ settings: { port } })
  await callAs(second, 'xoxb-acme-scout', 'auth.test', {})
  await expect.poll(() => lines(output().out)).toMatchObject([{}, { seq: 1, method: 'auth.test' }])

  child.stdout.destroy()
  const calls = setInterval(() => void callAs(second, 'xoxb-acme-scout', 'auth.test', { foo: 'x'.repeat(5000) }), 50)
  onTestFinished(() => clearInterval(calls))
  const { code, err } = await ended
  clearInterval(calls)
  expect(err).not.toMatch(/EPIPE|\n {4}at /)
  expect(code).toBe(0)
})

test('rivulet tail ends with 0 at Ctrl+C, and says how to start a server where none is', async () => {
  const server = await startServer()
  const tail = runCommand(['tail', '--url', server.url])
  await expect.poll(() => server.inside!.journal.listeners).toBe(1)
  expect(await tail.stop('SIGINT')).toMatchObject({ code: 0, out: '', err: '' })
  const port = String(await findFreePort())
  const { code, err } = await runCommand(['tail', '--port', port]).ended
  expect(err).toMatch(
    /No development server runs on the data in .* Start one with `rivulet dev`, or name one with --url/,
  )
  expect(code).toBe(1)
})

function lines(out: string): unknown[] {
  return out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown)
}

function callAs({ request }: Awaited<ReturnType<typeof startServer>>, token: string, method: string, args: object) {
  return request('POST', `/api/${method}`, args, { authorization: `Bearer ${token}` }).catch(() => {})
}
