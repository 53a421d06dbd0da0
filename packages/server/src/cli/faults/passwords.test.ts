import { writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTempDirectory, runCommand } from '#testing/server/command'

const password = 'hunter2-is-secret'
const move = ['team', 'move', 'acme', '--key', 'key']

describe('[OPS-15] no command needs a password as an argument', () => {
  test('team move takes its addresses from RIVULET_FROM and RIVULET_TO', async () => {
    const { place, given } = await askForPassword()
    const env = { RIVULET_FROM: `postgres://ana:${password}@${place}/one`, RIVULET_TO: `postgres://ana@${place}/two` }
    const { code, err } = await runCommand(move, { env }).ended
    expect(err).toMatch(/does not let this command in: .* Correct the user or the password in --from,/)
    expect([code, given]).toEqual([1, [password]])
    expect(err).not.toContain(password)
  })

  test('a flag wins over its variable, and a variable alone is not enough', async () => {
    const { place, given } = await askForPassword()
    const env = { RIVULET_FROM: `postgres://ana:${password}@${place}/one`, RIVULET_TO: '' }
    const flags = ['--from', `postgres://ana:other@${place}/one`, '--to', `postgres://ana@${place}/two`]
    expect((await runCommand([...move, ...flags], { env }).ended).code).toBe(1)
    expect(given).toEqual(['other'])
    const alone = await runCommand(move, { env: { RIVULET_FROM: env.RIVULET_FROM } }).ended
    expect([alone.code, alone.err]).toEqual([2, expect.stringContaining(`option '--to <url>' not specified`)])
  })

  test.each([
    ['team move', (url: string) => [...move, '--from', url, '--to', url]],
    ['serve', (url: string) => ['serve', '--store', url, '--key', 'key']],
    ['user list', (url: string) => ['user', 'list', '--store', url, '--key', 'key']],
  ])('%s finds it in the password file of PostgreSQL', async (_, argsFor) => {
    const { place, given } = await askForPassword()
    const file = join(createTempDirectory(), 'pgpass')
    writeFileSync(file, `${place}:*:ana:${password}\n`, { mode: 0o600 })
    const ended = await runCommand(argsFor(`postgres://ana@${place}/one`), { env: { PGPASSFILE: file } }).ended
    expect([ended.code, given]).toEqual([1, [password]])
  })
})

describe('[OPS-15] no message repeats a password', () => {
  const url = `postgres://ana:${password}@127.0.0.1:1/one`
  test.each([
    ['a word too many', ['serve', url]],
    ['an unknown flag', ['serve', `--stroe=${url}`]],
    ['a word too many of a move', [...move, '--from', 'postgres://a/b', '--to', 'postgres://a/b', url]],
    ['an unknown command', [url]],
    ['a place without a scheme', [...move, '--from', `ana:${password}@db/one`, '--to', url]],
    ['a word too many without a scheme', ['serve', `extra:${password}@db/one`]],
    ['an unknown flag without a scheme', ['serve', `--stroe=ana:${password}@db/one`]],
  ])('%s', async (_, args) => {
    const { code, out, err } = await runCommand([...args, '--json']).ended
    expect(code).toBe(2)
    expect(out + err).not.toContain(password)
  })

  // What follows a slash or a question mark is no part of the host, so the host would be a piece of the password.
  test.each([
    `postgres://ana:12/${password}@db/one`,
    `postgres://ana:x@${password}/y@db/one`,
    `postgres://ana:x@${password}?y@db/one`,
    'postgres://ana:%ff@db/one',
  ])('an address that cannot be meant: %s', async (wrong) => {
    for (const args of [
      [...move, '--from', wrong, '--to', url],
      ['serve', '--store', wrong, '--key', 'key'],
    ]) {
      const { code, err } = await runCommand(args).ended
      expect(code).toBe(1)
      expect(err).toMatch(/^rivulet: The address of --(from|store) cannot be read\. .* are written as %40 /)
      expect(err).not.toContain(password)
    }
  })
})

/** What answers like PostgreSQL, asks everybody for a password in clear, and lets nobody in. */
async function askForPassword() {
  const given: string[] = []
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(Buffer.from([...Buffer.from('R'), 0, 0, 0, 8, 0, 0, 0, 3]))
      socket.once('data', (answer: Buffer) => {
        given.push(answer.subarray(5, -1).toString())
        const fields = Buffer.from('SFATAL\0C28P01\0Mpassword authentication failed for user "ana"\0\0')
        socket.end(Buffer.concat([Buffer.from([...Buffer.from('E'), 0, 0, 0, fields.length + 4]), fields]))
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { place: `127.0.0.1:${(server.address() as AddressInfo).port}`, given }
}
