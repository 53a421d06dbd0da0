import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { runCommand } from '#testing/server/command'
import { mountSmallDisk, whyNoDisk } from '#testing/server/smallDisk'

const acme = fileURLToPath(new URL('../../test/fixtures/acme.workspace.yaml', import.meta.url))
const writers = 8

describe.skipIf(whyNoDisk)(`a full disk${whyNoDisk ? `: skipped, ${whyNoDisk}` : ''}`, () => {
  test('[FLT-1] refuses writes, serves reads, and heals when there is room', async () => {
    const disk = mountSmallDisk(40)
    const { posted, post, postUntil, history, start } = scene(disk.path)

    let server = await start()
    await post()
    disk.fill()
    // The write-ahead log has its full length already. It takes writes until it has to be copied into the database.
    const refused = await postUntil((body) => body.ok === false)
    expect(refused).toMatchObject({ error: 'fatal_error', detail: expect.stringContaining('The disk is full') })
    expect(await history()).toEqual(new Set(posted))
    expect(await postUntil((body) => body['ok'] === false)).toMatchObject({ error: 'fatal_error' })
    disk.free()
    await postUntil((body) => body.ok === true)
    expect(await history()).toEqual(new Set(posted))

    disk.fill()
    await postUntil((body) => body.ok === false)
    const { code, err } = await server.stop()
    expect(code).toBe(0)
    expect(err).not.toContain('stopping')
    // What the stopped server gave back is taken too, so that there is no room for its log.
    disk.fill()
    server = await start()
    expect(await history()).toEqual(new Set(posted))
    expect(await postUntil((body) => body['ok'] === false)).toMatchObject({ error: 'fatal_error' })
    disk.free()
    await postUntil((body) => body.ok === true)
    expect(await history()).toEqual(new Set(posted))

    disk.fill()
    await postUntil((body) => body.ok === false)
    await server.stop('SIGKILL')
    disk.fill()
    await start()
    expect(await history()).toEqual(new Set(posted))
  })

  test('[FLT-2] that is mounted read-only keeps a server from starting, in words', async () => {
    const disk = mountSmallDisk(20)
    const { start, args } = scene(disk.path)
    await (await start()).stop()
    disk.mountReadOnly()

    const { code, err } = await runCommand(args).ended

    expect(code).toBe(1)
    expect(err).toMatch(/^rivulet: .*can only be read.*\n$/)
  })

  test('[FLT-1] without data yet keeps a server from starting, in words', async () => {
    const disk = mountSmallDisk(1)
    disk.fill()
    const { code, err } = await runCommand(scene(disk.path).args).ended
    expect(code).toBe(1)
    expect(err).toMatch(/^rivulet: .*disk is full.*\n$/)
  })
})

/** A server whose data lies on the disk, and what it has acknowledged. */
function scene(disk: string) {
  const args = ['dev', '--port', '0', '--json', '--workspace', acme, '--data', join(disk, 'data')]
  const posted: string[] = []
  const text = 'x'.repeat(3000)
  let api = ''
  let next = 0

  async function call(method: string, body: object): Promise<Record<string, unknown>> {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer xoxb-acme-scout' }
    const response = await fetch(api + method, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await response.json()) as Record<string, unknown>
  }

  async function post() {
    const name = String(next++)
    const body = await call('chat.postMessage', { channel: 'C0HELP', text: `${name} ${text}` })
    if (body['ok'] === true) posted.push(name)
    return body
  }

  return {
    args,
    posted,
    post,
    async start() {
      const server = runCommand(args)
      api = (await server.ready()).api
      return server
    },
    /** Posts side by side until an answer is as wanted. */
    async postUntil(isWanted: (body: Record<string, unknown>) => boolean) {
      for (let tries = 0; tries < 1000; tries++) {
        const answers = await Promise.all(Array.from({ length: writers }, post))
        const wanted = answers.find(isWanted)
        if (wanted) return wanted
        await sleep(5)
      }
      throw new Error('No answer was as wanted.')
    },
    /** The posts that can be read. */
    async history(): Promise<Set<string>> {
      const names = new Set<string>()
      for (let cursor: unknown = ''; cursor !== undefined;) {
        const page = await call('conversations.history', {
          channel: 'C0HELP',
          limit: 500,
          ...(cursor ? { cursor } : {}),
        })
        const { messages, response_metadata } = page as {
          messages: { text: string }[]
          response_metadata?: { next_cursor?: string }
        }
        for (const message of messages) if (message.text.includes('xxx')) names.add(message.text.split(' ')[0] ?? '')
        cursor = response_metadata?.next_cursor || undefined
      }
      return names
    },
  }
}
