import { expect, onTestFinished, test } from 'vitest'
import { Clock } from '#store/clock'
import { startServer } from '#testing/server/server'

const file = `
version: 1
teams:
  - id: T0ACME
    name: Acme
    domain: acme
    policies: { rate_limits: { api.test: 100, auth.test: 2 } }
    users: [{ id: U0ANA, name: ana }]
    channels: [{ id: C0HELP, name: help, general: true, members: [U0ANA, A0SCOUT] }]
apps:
  - { id: A0SCOUT, bot_id: B0SCOUT, bot_user: U0SCOUT, installed_in: [T0ACME], manifest: { display_information: { name: Scout } } }
tokens:
  - { token: xoxb-scout, kind: bot, app: A0SCOUT, team: T0ACME, scopes: ['chat:write'] }
`
const [minute, hour] = [60_000, 3_600_000]

/** Two servers in one process, each with a clock of its own. */
async function startTwo() {
  const clocks = [new Clock(), new Clock()] as const
  const [one, other] = await Promise.all(clocks.map(async (clock) => use(await startServer({ file, clock }))))
  return { one: one!, other: other!, clock: clocks[0], otherClock: clocks[1] }
}

function use(server: Awaited<ReturnType<typeof startServer>>) {
  const headers = { authorization: 'Bearer xoxb-scout' }
  return {
    ...server,
    call: (method: string, args: object = {}) => server.request('POST', `/api/${method}`, args, headers),
    journal: async () => (await server.request('GET', '/control/journal')).body['entries'] as { method: string }[],
    status: async (threadTs: string) => {
      const query = `team=T0ACME&channel=C0HELP&thread_ts=${threadTs}&viewer=U0ANA`
      return (await server.request('GET', `/control/thread?${query}`)).body['status'] as { text: string } | null
    },
  }
}

test('two servers in one process have a clock each: moving one changes no ts and no status of the other', async () => {
  const { one, other, clock, otherClock } = await startTwo()
  const threads = await Promise.all(
    [one, other].map(async (server) => {
      const { ts } = (await server.call('chat.postMessage', { channel: 'C0HELP', text: 'Hello' })).body
      const thread = { channel_id: 'C0HELP', thread_ts: ts, status: 'thinks' }
      expect((await server.call('assistant.threads.setStatus', thread)).body).toMatchObject({ ok: true })
      return String(ts)
    }),
  )
  expect((await one.request('POST', '/control/clock', { advance: '1h' })).body['ahead_ms']).toBeGreaterThan(
    hour - minute,
  )
  expect(clock.now() - otherClock.now()).toBeGreaterThan(hour - minute)
  expect(Math.abs((await other.request('GET', '/control/clock')).body['ahead_ms'])).toBeLessThan(minute)

  expect(await one.status(threads[0]!)).toBe(null)
  expect(await other.status(threads[1]!)).toMatchObject({ text: 'Scout thinks' })
  const [later, now] = await Promise.all(
    [one, other].map(async (server) =>
      Number((await server.call('chat.postMessage', { channel: 'C0HELP', text: 'Later' })).body['ts']),
    ),
  )
  expect(later! - now!).toBeGreaterThan((hour - minute) / 1000)
})

test('two servers in one process share no journal, request ids, faults, rate limits or sign-in links', async () => {
  const { one, other } = await startTwo()
  const ids = async (server: typeof one) => {
    const id = (await server.call('api.test')).headers.get('x-request-id') ?? ''
    return id.split(/-(?=[^-]*$)/) as [prefix: string, number: string]
  }
  const [prefix, first] = await ids(one)
  const [otherPrefix, otherFirst] = await ids(other)
  expect(prefix).not.toBe(otherPrefix)
  expect([first, otherFirst]).toEqual(['1', '1'])
  expect(await ids(one)).toEqual([prefix, '2'])
  expect(await ids(one)).toEqual([prefix, '3'])
  expect(await ids(other)).toEqual([otherPrefix, '2'])

  expect([await one.journal(), await other.journal()]).toMatchObject([{ length: 3 }, { length: 2 }])

  await one.request('POST', '/control/faults', { method: 'api.test', error: 'fatal_error', times: 1 })
  expect((await other.call('api.test')).body).toMatchObject({ ok: true })
  expect((await one.call('api.test')).body).toMatchObject({ error: 'fatal_error' })

  for (const expected of [200, 200, 429]) expect((await one.call('auth.test')).status).toBe(expected)
  for (const expected of [200, 200, 429]) expect((await other.call('auth.test')).status).toBe(expected)

  const code = one.signInLinks.create('T0ACME', 'U0ANA')
  expect(other.signInLinks.use(code)).toBeUndefined()
  expect(one.signInLinks.use(code)).toEqual({ team: 'T0ACME', user: 'U0ANA' })
})

test('inside a write of one server the store of another can be read, but not its own outer db', async () => {
  const { one, other } = await startTwo()
  const teams = ({ store }: typeof one) => store.db.selectFrom('teams').select('id').execute()
  expect(await one.store.write(() => teams(other))).toEqual([{ id: 'T0ACME' }])
  await expect(one.store.write(() => teams(one))).rejects.toThrow('use the tx')
})

test('a server that stops leaves the other running', async () => {
  const { one, other } = await startTwo()
  onTestFinished(() => other.end())
  await one.end()
  expect((await other.call('api.test')).body).toMatchObject({ ok: true })
  expect(other.unexpectedErrors).toEqual([])
})
