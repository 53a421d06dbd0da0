import { describe, expect, test } from 'vitest'
import { startServer } from '#testing/server/server'
import { callAsScout, type TestServer } from '#testing/server/controlApi'
import { differences, type ProfileName, profileNames } from './profiles.ts'
import { getSettings, type Settings } from './settings.ts'

const dm = { channel: 'D0ANASCOUT', thread_ts: '1767225600.000100' }

interface Seen {
  /** Where the setting is. */
  of: (settings: Settings) => unknown
  /** What an app sees of it. */
  effect: (server: TestServer) => Promise<unknown>
  contract: unknown
  slack: unknown
}

async function start(server: TestServer, args: object): Promise<{ channel: string; ts: string }> {
  const { ts } = await callAsScout(server, 'chat.startStream', { ...dm, ...args })
  return { channel: dm.channel, ts }
}

/** How each difference is seen. The compiler asks for a missing one. */
const seen: Record<keyof typeof differences, Seen> = {
  lifetime: {
    of: ({ stream }) => stream.lifetime,
    async effect(server) {
      const stream = await start(server, { markdown_text: 'One' })
      for (let i = 0; i < 5; i++) {
        await callAsScout(server, 'chat.appendStream', { ...stream, markdown_text: ' more' })
        await server.request('POST', '/control/clock', { advance: '1m' })
      }
      return (await callAsScout(server, 'chat.appendStream', { ...stream, markdown_text: '.' })).error ?? 'ok'
    },
    contract: 'ok',
    slack: 'message_not_in_streaming_state',
  },
  unfinishedTasks: {
    of: ({ stream }) => stream.unfinishedTasks,
    async effect(server) {
      const stream = await start(server, {
        chunks: [{ type: 'task_update', id: 'a', title: 'A', status: 'in_progress' }],
      })
      return (await callAsScout(server, 'chat.stopStream', stream)).message.blocks[0].status
    },
    contract: 'in_progress',
    slack: 'error',
  },
  maxText: {
    of: ({ stream }) => stream.maxText,
    async effect(server) {
      const stream = await start(server, { markdown_text: 'x'.repeat(12_000) })
      return (await callAsScout(server, 'chat.appendStream', { ...stream, markdown_text: 'x' })).error ?? 'ok'
    },
    contract: 'ok',
    slack: 'msg_too_long',
  },
  rateTiers: {
    of: ({ rateTiers }) => rateTiers,
    async effect(server) {
      await server.request('POST', '/control/clock', { stands: true })
      const answers = []
      for (let i = 0; i < 21; i++) answers.push(await callAsScout(server, 'chat.startStream', dm))
      return answers.at(-1)?.error ?? 'ok'
    },
    contract: 'ok',
    slack: 'ratelimited',
  },
}

describe('[DEV-11] every setting of a profile', () => {
  const all = profileNames.flatMap((profile) =>
    Object.entries(seen).map(([name, one]) => [profile, name, one] as const),
  )
  test.each(all)('%s sets %s, and an app sees it', async (profile, name, { of, effect, ...expected }) => {
    const server = await startServer({ settings: { profile } })
    const { [profile]: value } = differences[name as keyof typeof differences]
    expect(of(await getSettings(server.store.db))).toBe(value)
    expect(await effect(server)).toBe(expected[profile])
  })
})

const file = (settings: string) => `
version: 1
settings: { ${settings} }
teams: [{ id: T0A, name: A, domain: a }]
`
test.each<[ProfileName | undefined, string, [number, string, number, boolean]]>([
  [undefined, '', [0, 'keep', 400_000, false]],
  [undefined, 'profile: slack', [300_000, 'error', 12_000, true]],
  ['slack', '', [300_000, 'error', 12_000, true]],
  ['contract', 'profile: slack', [0, 'keep', 400_000, false]],
  ['slack', 'profile: contract', [300_000, 'error', 12_000, true]],
  ['slack', 'stream: { lifetime: 0, max_text: 50000 }, rate_tiers: false', [0, 'error', 50_000, false]],
])('[DEV-11] a process with the profile %s and a file with "%s" has %j', async (profile, settings, expected) => {
  const server = await startServer({ file: file(settings), settings: { profile } })
  const has = async () => {
    const { stream, rateTiers } = await getSettings(server.store.db)
    return [stream.lifetime, stream.unfinishedTasks, stream.maxText, rateTiers]
  }
  expect(await has()).toEqual(expected)
  await server.request('POST', '/control/reset')
  expect(await has()).toEqual(expected)
})
