import type { ServerResponse } from 'node:http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { keepApp } from '#domain/apps/keep'
import { resetClock, turnClock } from '#domain/clock'
import { personCaller, say as speak } from '#domain/people'
import { attemptsOf } from '#testing/attempts'
import { anHttpApp } from '#testing/httpApp'
import { aServer } from '#testing/server'
import { socketApp } from '#testing/socketApp'
import { aWorkspace } from '#testing/workspace'
import { AppHttp } from './appHttp.ts'
import { HttpEvents } from './httpEvents.ts'
import { recordEvents } from './record.ts'

const events = ['message.channels', 'message.im', 'app_mention']
const minute = 60_000

async function anAppByHttp(given: Parameters<typeof socketApp>[0] = {}) {
  const app = await anHttpApp()
  const server = await aServer({ file: socketApp({ events, requestUrl: app.url, ...given }) })
  return {
    ...server,
    app,
    say: async (text: string, channel = 'C0HELP') =>
      (await server.ask('POST', '/control/say', { team: 'T0ACME', user: 'U0ANA', channel, text })).body['ts'],
    waiting: async () => (await server.store.db.selectFrom('deliveries').selectAll().execute()).length,
    ...attemptsOf(server),
  }
}

test('[EVT-12] an address is challenged, and then posted what happens, signed, as the Events API has it', async () => {
  const { app, say, waiting, outcomes, journal } = await anAppByHttp()
  await expect.poll(() => app.posted.length).toBe(1)
  expect(app.posted[0]).toMatchObject({
    path: '/slack/events',
    signed: true,
    headers: { 'content-type': 'application/json' },
    body: {
      type: 'url_verification',
      token: expect.stringMatching(/^\w{24}$/),
      challenge: expect.stringMatching(/^.{32}$/),
    },
  })
  const ts = await say('Hello')
  await expect.poll(() => app.events().length).toBe(1)
  const [hello] = app.events()
  expect(hello).toMatchObject({
    signed: true,
    body: {
      type: 'event_callback',
      team_id: 'T0ACME',
      api_app_id: 'A0SCOUT',
      event: { type: 'message', text: 'Hello', ts, channel: 'C0HELP' },
      event_id: expect.stringMatching(/^Ev/),
      authorizations: [{ team_id: 'T0ACME', user_id: 'U0SCOUT' }],
    },
  })
  expect(hello?.headers).not.toHaveProperty('x-slack-retry-num')
  await expect.poll(waiting).toBe(0)
  expect(await outcomes()).toEqual(['0 sent', '0 acknowledged'])
  const [challenge, , acknowledged] = await journal()
  expect(challenge).toMatchObject({ event: { type: 'url_verification' }, outcome: 'acknowledged', url: app.url })
  expect(acknowledged).toMatchObject({ url: app.url, status: 200, took_ms: expect.any(Number) })
})

test('[EVT-12] an address that is set while the server runs is challenged without waiting for an event', async () => {
  const { app, store } = await anAppByHttp()
  await expect.poll(() => app.posted.length).toBe(1)
  const row = await store.db.selectFrom('apps').select('manifest').where('id', '=', 'A0SCOUT').executeTakeFirst()
  const manifest = JSON.parse(JSON.stringify(row!.manifest).replace('/slack/events', '/moved'))
  await store.write((tx) => keepApp(tx, manifest, { team: 'T0ACME', app: 'A0SCOUT' }, 'find'))
  turnClock(2000)
  await expect.poll(() => app.posted.map(({ path }) => path)).toEqual(['/slack/events', '/moved'])
})

describe('[EVT-12] a challenge', () => {
  test.each([
    ['as it is', (challenge: string) => challenge],
    ['as a form', (challenge: string) => `challenge=${challenge}`],
    ['as JSON', (challenge: string) => JSON.stringify({ challenge })],
  ])('may be answered %s', async (_how, answer) => {
    const { app, say } = await anAppByHttp()
    app.challenges((response, { body }) => response.end(answer(body['challenge'])))
    await say('Hello')
    await expect.poll(app.texts).toEqual(['Hello'])
  })

  test('that is not answered keeps events waiting, and is made again', async () => {
    const { app, say, waiting, journal } = await anAppByHttp()
    await expect.poll(() => app.posted.length).toBe(1)
    const other = await anAppByHttp({ requestUrl: app.url.replace('/slack/', '/other/') })
    app.challenges((response) => response.end('something else'))
    await other.say('Hello')
    await expect.poll(other.waiting).toBe(1)
    await expect
      .poll(async () => (await other.journal()).at(-1))
      .toMatchObject({
        outcome: 'http_error',
        detail: 'It did not answer with the challenge.',
      })
    app.challenges((response, { body }) => response.end(body['challenge']))
    expect(app.texts()).toEqual([])
    turnClock(5000)
    await expect.poll(app.texts).toEqual(['Hello'])
    await say('Elsewhere')
    await expect.poll(waiting).toBe(0)
    expect(await journal()).not.toEqual([])
  })
})

test('[EVT-12] an app with Socket Mode is never posted anything', async () => {
  const { app, say, waiting } = await anAppByHttp({ socketMode: true })
  await say('Hello')
  await expect.poll(waiting).toBe(1)
  await quiet()
  expect(app.posted).toEqual([])
})

test('[EVT-12] each conversation stays in order, and one that is slow does not stop another', async () => {
  const { app, say } = await anAppByHttp()
  await say('first')
  await expect.poll(app.texts).toEqual(['first'])
  const held: (() => void)[] = []
  app.answers((response, { body }) => {
    if (body['event'].channel === 'C0HELP') held.push(() => response.end())
    else response.end()
  })
  for (const text of ['one', 'two', 'three']) await say(text)
  await say('direct', 'D0ANASCOUT')
  await expect.poll(app.texts).toEqual(['first', 'one', 'direct'])
  for (const count of [1, 2, 3]) {
    await expect.poll(() => held.length).toBe(count)
    held.at(-1)?.()
  }
  await expect.poll(app.texts).toEqual(['first', 'one', 'direct', 'two', 'three'])
})

test('[EVT-12] an app that hangs has ten requests at a time, and costs another app nothing', async () => {
  const { app, store, say } = await anAppByHttp()
  await say('first')
  await expect.poll(app.texts).toEqual(['first'])
  app.answers(() => {})
  const rows = await store.db.selectFrom('channels').selectAll().where('id', '=', 'C0HELP').execute()
  await store.write(async (tx) => {
    const many = Array.from({ length: 20 }, (_, i) => `C0MANY${i}`)
    await tx
      .insertInto('channels')
      .values(many.map((id) => ({ ...rows[0]!, id, name: id.toLowerCase() })))
      .execute()
    const members = ['U0ANA', 'U0SCOUT'].flatMap((user_id) =>
      many.map((channel_id) => ({ team_id: 'T0ACME', channel_id, user_id, joined_at: 0 })),
    )
    await tx.insertInto('members').values(members).execute()
  })
  for (let i = 0; i < 20; i++) await say(`${i}`, `C0MANY${i}`)
  await expect.poll(() => app.events().length).toBe(11)
  await quiet()
  expect(app.events()).toHaveLength(11)
})

describe('[EVT-12] faults', () => {
  test('an app that answers 500 is posted again at once, after a minute and after five, and then no more', async () => {
    const { app, say, outcomes, reasons, waiting } = await anAppByHttp()
    app.answers((response) => response.writeHead(500).end('Sorry.'))
    await say('Hm')
    await expect.poll(() => app.events().length).toBe(2)
    await expect.poll(outcomes).toContain('1 http_error')
    turnClock(minute - 1000)
    await quiet()
    expect(app.events()).toHaveLength(2)
    turnClock(1000)
    await expect.poll(() => app.events().length).toBe(3)
    await expect.poll(outcomes).toContain('2 http_error')
    turnClock(5 * minute - 1000)
    await quiet()
    expect(app.events()).toHaveLength(3)
    turnClock(1000)
    await expect.poll(outcomes).toContain('3 given_up')
    const all = app.events()
    expect(all).toHaveLength(4)
    expect(all.map(({ headers }) => [headers['x-slack-retry-num'], headers['x-slack-retry-reason']])).toEqual([
      [undefined, undefined],
      ['1', 'http_error'],
      ['2', 'http_error'],
      ['3', 'http_error'],
    ])
    expect(new Set(all.map(({ body }) => body['event_id'])).size).toBe(1)
    expect(all.every(({ signed }) => signed)).toBe(true)
    expect(await waiting()).toBe(0)
    const tried = [0, 1, 2, 3].flatMap((n) => [`${n} sent`, `${n} http_error: It answered 500.`])
    expect(await reasons()).toEqual([...tried, '3 given_up: Tried 4 times in vain.'])
  })

  test('an app that is down for six minutes gets what happened, with the reason, and loses nothing', async () => {
    const { app, say, outcomes, reasons, waiting } = await anAppByHttp()
    await say('before')
    await expect.poll(app.texts).toEqual(['before'])
    await app.down()
    await say('while down')
    await expect.poll(outcomes).toContain('1 connection_failed')
    turnClock(minute)
    await expect.poll(outcomes).toContain('2 connection_failed')
    turnClock(5 * minute - 1000)
    await app.up()
    await say('after')
    await expect.poll(app.texts).toEqual(['before', 'after'])
    turnClock(1000)
    await expect.poll(app.texts).toEqual(['before', 'after', 'while down'])
    expect(app.events().at(-1)?.headers).toMatchObject({
      'x-slack-retry-num': '3',
      'x-slack-retry-reason': 'connection_failed',
    })
    await expect.poll(waiting).toBe(0)
    const refused = `connect ECONNREFUSED ${new URL(app.url).host}`
    const tried = [0, 1, 2].flatMap((n) => [`${n} sent`, `${n} connection_failed: ${refused}`])
    const fine = ['0 sent', '0 acknowledged']
    expect(await reasons()).toEqual([...fine, ...tried, ...fine, '3 sent', '3 acknowledged'])
  })

  test('an answer after 2.9 seconds is one, and after 3.1 seconds it is http_timeout', async () => {
    const { app, say, reasons, journal } = await anAppByHttp()
    await say('first')
    await expect.poll(reasons).toEqual(['0 sent', '0 acknowledged'])
    // Only what is turned goes by.
    const standing = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    onTestFinished(() => standing.mockRestore())
    const held: ServerResponse[] = []
    app.answers((response) => void held.push(response))
    await say('slow')
    await expect.poll(() => held.length).toBe(1)
    turnClock(2900)
    await new Promise((done) => setTimeout(done, 100))
    held[0]?.end()
    await expect.poll(reasons).toEqual(['0 sent', '0 acknowledged', '0 sent', '0 acknowledged'])
    expect((await journal()).at(-1)).toMatchObject({ took_ms: 2900 })
    await say('slower')
    await expect.poll(() => held.length).toBe(2)
    app.answers((response) => response.end())
    turnClock(3100)
    await expect.poll(() => app.events().length).toBe(4)
    expect(app.events().at(-1)?.headers).toMatchObject({
      'x-slack-retry-num': '1',
      'x-slack-retry-reason': 'http_timeout',
    })
    const late = '0 http_timeout: No answer within 3000 ms.'
    await expect.poll(async () => (await reasons()).slice(4)).toEqual(['0 sent', late, '1 sent', '1 acknowledged'])
    expect((await journal()).find(({ outcome }) => outcome === 'http_timeout')).toMatchObject({ took_ms: 3100 })
  })

  test('one that redirects in circles is too_many_redirects, after three requests', async () => {
    const { app, say, journal, outcomes, reasons } = await anAppByHttp()
    app.answers((response) => response.writeHead(302, { location: app.url }).end())
    await say('round')
    await expect.poll(outcomes).toContain('1 too_many_redirects')
    expect(app.events()).toHaveLength(6)
    turnClock(minute)
    await expect.poll(outcomes).toContain('2 too_many_redirects')
    turnClock(5 * minute)
    await expect.poll(outcomes).toContain('3 given_up')
    const tried = [0, 1, 2, 3].flatMap((n) => [`${n} sent`, `${n} too_many_redirects: More than 2 redirects.`])
    expect(await reasons()).toEqual([...tried, '3 given_up: Tried 4 times in vain.'])
    const [failed] = (await journal()).filter(({ outcome }) => outcome === 'too_many_redirects')
    expect(failed).toMatchObject({ status: 302, url: app.url })
  })

  test('one that redirects to where nothing may be sent is not followed', async () => {
    const { app, say, reasons } = await anAppByHttp()
    app.answers((response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end())
    await say('away')
    const why = '169.254.169.254 is 169.254.169.254, which is not on the public internet: app_networks allows it.'
    await expect.poll(reasons).toContain(`1 connection_failed: ${why}`)
  })

  test('one that breaks off is connection_failed', async () => {
    const { app, say, reasons } = await anAppByHttp()
    app.answers((response) => response.destroy())
    await say('cut')
    await expect.poll(reasons).toContain('1 connection_failed: socket hang up')
  })

  test('X-Slack-No-Retry of a failure is the end of it', async () => {
    const { app, say, outcomes, waiting } = await anAppByHttp()
    app.answers((response) => response.writeHead(500, { 'X-Slack-No-Retry': '1' }).end())
    await say('Hm')
    await expect.poll(outcomes).toEqual(['0 sent', '0 http_error', '0 given_up'])
    expect(await waiting()).toBe(0)
  })

  test('what is under way when the server goes down comes again when it is back', async () => {
    const { app, say, end, store } = await anAppByHttp()
    await say('first')
    await expect.poll(app.texts).toEqual(['first'])
    const written = vi.fn<() => void>()
    app.answers((response) => {
      setTimeout(() => response.end(written), 500)
    })
    await say('second')
    await expect.poll(app.texts).toEqual(['first', 'second'])
    const left = store.db.selectFrom('deliveries').selectAll()
    expect(await left.execute()).toHaveLength(1)
    await end()
    expect(written).toHaveBeenCalledTimes(1)
  })
})

test('[EVT-13] an app nearly all of whose requests fail has its events switched off; its installation switches them on', async () => {
  const app = await anHttpApp()
  const file = socketApp({ events, requestUrl: app.url })
  const { store } = await aWorkspace({ file })
  const told: string[] = []
  const http = new HttpEvents(store, new AppHttp(['loopback']), (defect) => told.push(String(defect)), 40)
  onTestFinished(() => http.stop())
  http.onAttempt = ({ attempt, outcome }) => told.push(`${attempt} ${outcome}`)
  const deliveries = store.db.selectFrom('deliveries').selectAll()
  const say = async (text: string, times = 1) => {
    await store.write(async (tx) => {
      const ana = (await personCaller(tx, 'T0ACME', 'U0ANA'))!
      for (let i = 0; i < times; i++) await speak(tx, ana, { channelId: 'C0HELP', text })
    })
    while (await store.write((tx) => recordEvents(tx)));
    http.wake()
  }
  await say('fine', 2)
  await expect.poll(app.texts).toEqual(['fine', 'fine'])
  app.answers((response) => response.writeHead(500).end())
  await say('Hm', 30)
  await expect.poll(() => told.at(-1), { timeout: 10_000 }).toMatch(/switched_off/)
  expect(await deliveries.execute()).toEqual([])

  const asked = app.events().length
  expect(asked).toBe(41)
  await say('Nobody is told')
  await quiet()
  expect([app.events().length, await deliveries.execute()]).toEqual([asked, []])
  const messages = store.db.selectFrom('messages').selectAll().where('team_id', '=', 'T0ACME')
  const notices = await messages.where('text', 'like', '%switched off%').execute()
  expect(notices).toMatchObject([{ channel_id: 'D0ANASCOUT', user_id: 'U0SCOUT', thread_ts: null }])

  app.answers((response) => response.end())
  const scout = await store.db.selectFrom('apps').select('manifest').where('id', '=', 'A0SCOUT').executeTakeFirst()
  await store.write((tx) => keepApp(tx, scout!.manifest, { team: 'T0ACME', app: 'A0SCOUT' }, 'find'))
  await say('On again')
  await expect.poll(() => app.texts().at(-1)).toBe('On again')
  expect(app.posted.filter(({ body }) => body['type'] === 'url_verification')).toHaveLength(2)
})

async function quiet(): Promise<void> {
  await new Promise((done) => setTimeout(done, 700))
}

test.afterEach(resetClock)
