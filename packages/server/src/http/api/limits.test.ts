import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { logEntry } from '#domain/log/entry'
import { postMessage } from '#methods/chat/postMessage'
import { methods } from '#methods/index'
import { type Method, rates } from '#rpc/method'
import { onBothDatabases } from '#testing/database/databases'
import { everyScope } from '#testing/calls/tokens'
import { wrongArgs } from '#testing/calls/minimalArgs'
import { changeTeam } from '#testing/workspace/settings'
import { teamIds, twoTeamsFile } from '#testing/workspace/twoTeams'
import { KeepAliveClient } from '#testing/server/keepAliveClient'
import { createWorkspace, type Workspace } from '#testing/workspace/workspace'
import { stopClock } from '#testing/workspace/stopClock'

const callers = 64
const counted = [...methods.values()]
  .filter(({ tokens }) => tokens !== 'none')
  .map((method) => [method.name, method] as const)
const kinds = { bot: teamIds('A').botToken, user: 'xoxp-ana', app: 'xapp-scout' }
const tokens = [
  { token: 'xoxp-ana', kind: 'user', team: 'T0A', app: 'A0SCOUT', user: teamIds('A').user, scopes: everyScope },
  { token: 'xapp-scout', kind: 'app', app: 'A0SCOUT', scopes: everyScope },
  { token: 'xoxb-second', kind: 'bot', team: 'T0A', app: 'A0SCOUT', scopes: everyScope },
  { token: 'xoxb-other', kind: 'bot', team: 'T0A', app: 'A0OTHER', scopes: everyScope },
]
const other = { id: 'A0OTHER', installed_in: ['T0A'], manifest: { display_information: { name: 'Other' } } }
const file = (more: object = {}) => twoTeamsFile({ scopes: everyScope, apps: [other], tokens, ...more })

describe('[STA-6, ORD 11] the rate limit of a method', () => {
  let scene: Workspace
  let wire: KeepAliveClient
  beforeAll(async () => {
    scene = await createWorkspace({ file: file() })
    wire = new KeepAliveClient(scene.port, callers)
  })
  beforeEach(() => stopClock())
  afterAll(async () => {
    wire.close()
    await scene.close()
  })

  const ofTeams = counted.filter(([, { tokens }]) => tokens.includes('bot') || tokens.includes('user'))
  test.each(ofTeams)(
    '%s: of 64 callers at once as many pass as may, and the others hear the true time',
    async (_name, method) => {
      await limit(method, 20)
      expect(await admitted(method, 10)).toEqual({ passed: 10, waits: [] })
      scene.store.db.clock.advance(20_000)
      expect(await admitted(method, callers)).toEqual({ passed: 10, waits: [40] })
      scene.store.db.clock.advance(39_000)
      expect(await admitted(method, callers)).toEqual({ passed: 0, waits: [1] })
      scene.store.db.clock.advance(1000)
      expect(await admitted(method, callers)).toEqual({ passed: 10, waits: [20] })
      scene.store.db.clock.advance(19_999)
      expect(await admitted(method, 1)).toEqual({ passed: 0, waits: [1] })
      scene.store.db.clock.advance(1)
      expect(await admitted(method, callers)).toEqual({ passed: 10, waits: [40] })
    },
  )

  test('counts an app in a team: all its tokens together, other apps, teams and methods apart', async () => {
    const [, method] = counted.find(([name]) => name === 'chat.postMessage')!
    await limit(method, 4)
    const half = await Promise.all([admitted(method, 32), admitted(method, 32, 'xoxb-second')])
    expect(half.reduce((sum, { passed }) => sum + passed, 0)).toBe(4)
    expect(await admitted(method, callers, 'xoxb-other')).toEqual({ passed: 4, waits: [60] })
    expect(await admitted(method, callers, teamIds('B').botToken)).toEqual({ passed: callers, waits: [] })
    expect(await admitted(methods.get('auth.test')!, callers)).toEqual({ passed: callers, waits: [] })
  })

  test('forgets no call because its limit or a team has changed', async () => {
    const [, method] = counted[0]!
    const { store } = scene
    await limit(method, 4)
    expect(await admitted(method, callers)).toEqual({ passed: 4, waits: [60] })
    await store.write(async (tx) => tx.work.log(logEntry('team', 'T0B')))
    expect(await admitted(method, callers)).toEqual({ passed: 0, waits: [60] })
    await changeTeam(scene, 'T0A', { policies: { rate_limits: { [method.name]: 6 } } })
    expect(await admitted(method, callers)).toEqual({ passed: 2, waits: [60] })
  })

  test('may have a burst limit for any second, below that of the minute', async () => {
    const [, method] = counted[0]!
    await limit(method, { limit: 100, burst: 5 })
    for (let second = 0; second < 3; second++) {
      expect(await admitted(method, callers)).toEqual({ passed: 5, waits: [1] })
      scene.store.db.clock.advance(1000)
    }
  })

  /** Sets the team's limit for a method. It holds from the next call on. Nothing of what was called before still counts. */
  async function limit({ name }: Method, rule: unknown): Promise<void> {
    scene.store.db.clock.advance(60_000)
    await changeTeam(scene, 'T0A', { policies: { rate_limits: { [name]: rule } } })
  }
  async function admitted(method: Method, calls: number, token = tokenFor(method)) {
    return outcome(wire, method, calls, token)
  }
})

describe('the tiers of rate limits, in the profile slack', () => {
  let scene: Workspace
  let wire: KeepAliveClient
  beforeAll(async () => {
    scene = await createWorkspace({ file: file({ settings: { profile: 'slack' } }) })
    wire = new KeepAliveClient(scene.port, callers)
  })
  beforeEach(() => stopClock())
  afterAll(async () => {
    wire.close()
    await scene.close()
  })

  test.each(counted)('allows %s exactly the calls a minute of its tier', async (_name, method) => {
    const most = method.perMinute ?? rates[method.rate]
    const asked = Number.isFinite(most) ? most + callers : callers * 2
    const passed = Math.min(most, asked)
    expect(await outcome(wire, method, asked, tokenFor(method))).toEqual({ passed, waits: passed < asked ? [60] : [] })
    scene.store.db.clock.advance(60_000)
    expect((await outcome(wire, method, 1, tokenFor(method))).passed).toBe(1)
  })
})

test.each([
  ['without the profile', { rate_tiers: true }, 50],
  ['not in the profile', { profile: 'slack', rate_tiers: false }, callers],
])('tiers can be set %s', async (_where, settings, passed) => {
  stopClock()
  const scene = await createWorkspace({ file: file({ settings }) })
  const wire = new KeepAliveClient(scene.port, callers)
  onTestFinished(() => wire.close())
  const replies = methods.get('conversations.replies')!
  expect((await outcome(wire, replies, callers, teamIds('A').botToken)).passed).toBe(passed)
})

onBothDatabases('[ORD 19] the limit of messages', (open) => {
  test.each([
    ['message_limit', 'message_limit_exceeded'],
    ['app_message_limit', 'rate_limited'],
  ])(
    '%s holds exactly for 64 concurrent writers, with the true Retry-After',
    { timeout: 120_000 },
    async (policy, error) => {
      stopClock()
      const scene = await createWorkspace({ file: file({ policies: { [policy]: 20 } }), store: await open() })
      const wire = new KeepAliveClient(scene.port, callers)
      onTestFinished(() => wire.close())

      for (const [later, passing, seconds] of [
        [0, 20, 60],
        [30_000, 0, 30],
        [29_000, 0, 1],
        [1000, 20, 60],
      ] as const) {
        scene.store.db.clock.advance(later)
        const answers = await Promise.all(Array.from({ length: callers }, () => say(wire)))
        const refused = answers.filter(({ ok }) => !ok)
        expect(refused).toHaveLength(callers - passing)
        for (const answer of refused)
          expect(answer).toMatchObject({ error, detail: expect.stringContaining(`try again in ${seconds} s`) })
      }
      const [row] = await scene.store.db
        .selectFrom('messages')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('text', '=', 'Hm')
        .execute()
      expect(row?.count).toBe(40)
    },
  )
})

async function say(wire: KeepAliveClient): Promise<{ ok: boolean; error?: string; detail?: string }> {
  const body = JSON.stringify({ channel: teamIds('A').channel, text: 'Hm' })
  return JSON.parse(
    (await wire.send({ path: postMessage.name, headers: headersFor(teamIds('A').botToken), body })).text,
  )
}

/** How many of these calls were admitted, and how many seconds the others have to wait. */
async function outcome(wire: KeepAliveClient, method: Method, calls: number, token: string) {
  const call = { path: method.name, headers: headersFor(token), body: JSON.stringify(wrongArgs(method)) }
  const answers = await Promise.all(Array.from({ length: calls }, () => wire.send(call)))
  const over = answers.filter(({ status }) => status === 429)
  for (const { text } of over) expect(JSON.parse(text)).toMatchObject({ ok: false, error: 'ratelimited' })
  const waits = new Set(over.map(({ headers }) => Number(headers['retry-after'])))
  return { passed: answers.length - over.length, waits: [...waits] }
}

function headersFor(token: string) {
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=utf-8' }
}

function tokenFor({ tokens }: Method): string {
  const kind = (['bot', 'user', 'app'] as const).find((one) => tokens.includes(one))
  return kinds[kind ?? 'bot']
}
