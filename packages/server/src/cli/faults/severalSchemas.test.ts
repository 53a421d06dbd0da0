import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { withoutBus } from '#server/openBus'
import { createTempDirectory, runCommand } from '#testing/server/command'
import { makeSchema } from '#testing/database/makeSchema'
import { postgres } from '#testing/database/postgres'

const acme = fileURLToPath(new URL('../../../test/fixtures/acme.workspace.yaml', import.meta.url))

/** Starts a server, or starts it again. */
async function serve(store: string, cwd: string) {
  const args = ['dev', '--port', '0', '--json', '--workspace', acme, '--store', store, '--key', 'key']
  const server = runCommand(args, { cwd })
  const { api } = await server.ready()
  return {
    stop: server.stop,
    post: (text: string) => call('chat.postMessage', { channel: 'C0HELP', text }),
    read: async () => (await call('conversations.history', { channel: 'C0HELP' })).messages?.map(({ text }) => text),
  }

  async function call(method: string, args: Record<string, string>) {
    const headers = { authorization: 'Bearer xoxb-acme-scout' }
    const response = await fetch(api + method, { method: 'POST', headers, body: new URLSearchParams(args) })
    return (await response.json()) as { ok: boolean; messages?: { text: string }[] }
  }
}

describe.skipIf(!postgres)('two servers on two schemas of one database', () => {
  test('[OPS-10] start at once, start again, and see nothing of each other', { timeout: 120_000 }, async () => {
    const [one, two] = [await makeSchema(), await makeSchema()]
    const cwd = createTempDirectory()
    const cwdOfTwo = createTempDirectory()
    const first = await Promise.all([serve(one, cwd), serve(two, cwdOfTwo)])
    expect(await first[0].post('Only in the first')).toMatchObject({ ok: true })
    expect(await first[1].post('Only in the second')).toMatchObject({ ok: true })
    for (const server of first) expect(await server.stop()).toMatchObject({ code: 0, err: `rivulet: ${withoutBus}\n` })

    const again = await Promise.all([serve(one, cwd), serve(two, cwdOfTwo)])

    expect(await again[0].read()).toEqual(['Only in the first', 'The printer is on fire'])
    expect(await again[1].read()).toEqual(['Only in the second', 'The printer is on fire'])
  })
})
