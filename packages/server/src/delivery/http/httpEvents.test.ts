import { describe, expect, test } from 'vitest'
import { keepApp } from '#domain/apps/manage'
import { resetClock, turnClock } from '#domain/clock'
import { anAppByHttp, quiet } from '#testing/apps/httpScene'

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

test.afterEach(resetClock)
