import { describe, expect, test } from 'vitest'
import { saveApp } from '#domain/apps/manage'
import { startServerWithHttpApp, waitForQuiet } from '#testing/apps/httpAppServer'

test('[EVT-12] an address is challenged, and then posted signed events of the Events API', async () => {
  const { app, sendMessage, countPending, outcomes, journal } = await startServerWithHttpApp()
  await expect.poll(() => app.requests.length).toBe(1)
  expect(app.requests[0]).toMatchObject({
    path: '/slack/events',
    signed: true,
    headers: { 'content-type': 'application/json' },
    body: {
      type: 'url_verification',
      token: expect.stringMatching(/^\w{24}$/),
      challenge: expect.stringMatching(/^.{32}$/),
    },
  })
  const ts = await sendMessage('Hello')
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
  await expect.poll(countPending).toBe(0)
  expect(await outcomes()).toEqual(['0 sent', '0 acknowledged'])
  const [challenge, , acknowledged] = await journal()
  expect(challenge).toMatchObject({ event: { type: 'url_verification' }, outcome: 'acknowledged', url: app.url })
  expect(acknowledged).toMatchObject({ url: app.url, status: 200, took_ms: expect.any(Number) })
})

test('[EVT-12] a new address is challenged at once, before there is an event', async () => {
  const { app, store } = await startServerWithHttpApp()
  await expect.poll(() => app.requests.length).toBe(1)
  const row = await store.db.selectFrom('apps').select('manifest').where('id', '=', 'A0SCOUT').executeTakeFirst()
  const manifest = JSON.parse(JSON.stringify(row!.manifest).replace('/slack/events', '/moved'))
  await store.write((tx) => saveApp(tx, manifest, { team: 'T0ACME', app: 'A0SCOUT' }, 'find'))
  store.db.clock.advance(2000)
  await expect.poll(() => app.requests.map(({ path }) => path)).toEqual(['/slack/events', '/moved'])
})

describe('[EVT-12] a challenge', () => {
  test.each([
    ['as it is', (challenge: string) => challenge],
    ['as a form', (challenge: string) => `challenge=${challenge}`],
    ['as JSON', (challenge: string) => JSON.stringify({ challenge })],
  ])('may be answered %s', async (_how, answer) => {
    const { app, sendMessage } = await startServerWithHttpApp()
    app.answerChallengesWith((response, { body }) => response.end(answer(body['challenge'])))
    await sendMessage('Hello')
    await expect.poll(app.messageTexts).toEqual(['Hello'])
  })

  test('that fails keeps events waiting, and is repeated', async () => {
    const { app, sendMessage, countPending, journal } = await startServerWithHttpApp()
    await expect.poll(() => app.requests.length).toBe(1)
    app.answerChallengesWith((response) => response.end('something else'))
    const other = await startServerWithHttpApp({ requestUrl: app.url.replace('/slack/', '/other/') })
    await other.sendMessage('Hello')
    await expect.poll(other.countPending).toBe(1)
    await expect
      .poll(async () => (await other.journal()).at(-1))
      .toMatchObject({
        outcome: 'http_error',
        detail: 'The app did not answer with the challenge.',
      })
    app.answerChallengesWith((response, { body }) => response.end(body['challenge']))
    expect(app.messageTexts()).toEqual([])
    other.store.db.clock.advance(5000)
    await expect.poll(app.messageTexts).toEqual(['Hello'])
    await sendMessage('Elsewhere')
    await expect.poll(countPending).toBe(0)
    expect(await journal()).not.toEqual([])
  })

  test('that failed is repeated when its address is set again after another', async () => {
    const { app } = await startServerWithHttpApp()
    await expect.poll(() => app.requests.length).toBe(1)
    app.answerChallengesWith((response) => response.end('something else'))
    const { store } = await startServerWithHttpApp({ requestUrl: app.url.replace('/slack/', '/first/') })
    await expect.poll(() => app.requests.length).toBe(2)
    app.answerChallengesWith((response, { body }) => response.end(body['challenge']))
    const setAddress = async (path: string) => {
      const { manifest } = await store.db
        .selectFrom('apps')
        .select('manifest')
        .where('id', '=', 'A0SCOUT')
        .executeTakeFirstOrThrow()
      const changed = JSON.parse(JSON.stringify(manifest).replace(/\/(first|second)\/events/, path))
      await store.write((tx) => saveApp(tx, changed, { team: 'T0ACME', app: 'A0SCOUT' }, 'find'))
      store.db.clock.advance(2000)
    }
    for (const [position, path] of ['/second/events', '/first/events'].entries()) {
      await setAddress(path)
      await expect.poll(() => app.requests.length).toBe(3 + position)
    }
    const paths = ['/slack/events', '/first/events', '/second/events', '/first/events']
    expect(app.requests.map((request) => request.path)).toEqual(paths)
  })
})

test('[EVT-12] nothing is posted to an app with Socket Mode', async () => {
  const { app, sendMessage, countPending } = await startServerWithHttpApp({ socketMode: true })
  await sendMessage('Hello')
  await expect.poll(countPending).toBe(1)
  await waitForQuiet()
  expect(app.requests).toEqual([])
})

test('[EVT-12] events of a channel stay in order, and a slow channel does not hold up another', async () => {
  const { app, sendMessage } = await startServerWithHttpApp()
  await sendMessage('first')
  await expect.poll(app.messageTexts).toEqual(['first'])
  const answers: (() => void)[] = []
  app.answerWith((response, { body }) => {
    if (body['event'].channel === 'C0HELP') answers.push(() => response.end())
    else response.end()
  })
  for (const text of ['one', 'two', 'three']) await sendMessage(text)
  await sendMessage('direct', 'D0ANASCOUT')
  await expect.poll(app.messageTexts).toEqual(['first', 'one', 'direct'])
  for (const count of [1, 2, 3]) {
    await expect.poll(() => answers.length).toBe(count)
    answers.at(-1)?.()
  }
  await expect.poll(app.messageTexts).toEqual(['first', 'one', 'direct', 'two', 'three'])
})

test('[EVT-12] an app that hangs has ten requests at a time and does not hold up other apps', async () => {
  const { app, store, sendMessage } = await startServerWithHttpApp()
  await sendMessage('first')
  await expect.poll(app.messageTexts).toEqual(['first'])
  app.answerWith(() => {})
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
  for (let i = 0; i < 20; i++) await sendMessage(`${i}`, `C0MANY${i}`)
  await expect.poll(() => app.events().length).toBe(11)
  await waitForQuiet()
  expect(app.events()).toHaveLength(11)
})
