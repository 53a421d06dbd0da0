import { expect, test } from 'vitest'
import type { ServerFrame, ViewerSession } from '#feed/protocol'
import { createSession } from '#domain/people/sessions'
import { startFeedServer } from '#testing/feed/feedServer'
import { connectViewer, type TestViewer } from '#testing/feed/viewer'

const signedOut = { code: 4003, reason: 'signed_out' }
const hourMs = 3_600_000

test('[SES-12] a person sees with which browsers they are signed in, and nothing of their secrets or addresses', async () => {
  const { url, store } = await startFeedServer()
  const ana = await connectViewer(url, 'U0ANA')
  await connectViewer(url, 'U0BEN')
  store.db.clock.advance(1000)
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0'
  await store.write((tx) => createSession(tx, 'T0ACME', 'U0ANA', agent))

  const sessions = await listSessions(ana)

  expect(sessions).toMatchObject([
    { browser: '', system: '', current: true },
    { browser: 'Firefox', system: 'Linux', current: false },
  ])
  for (const session of sessions)
    expect(Object.keys(session).toSorted()).toEqual(['active_at', 'browser', 'created_at', 'current', 'id', 'system'])
})

test('[SES-12] when a session was used last is known to the hour, and most uses write nothing', async () => {
  const { url, store } = await startFeedServer()
  const ana = await connectViewer(url, 'U0ANA')
  const use = async () => {
    ana.send({ type: 'active' })
    return (await listSessions(ana))[0]?.active_at ?? 0
  }
  const [{ active_at: signedIn } = { active_at: 0 }] = await listSessions(ana)
  store.db.clock.advance(hourMs - 60_000)
  expect(await use()).toBe(signedIn)
  store.db.clock.advance(60_000)
  expect(await use()).toBeGreaterThanOrEqual(signedIn + hourMs)
})

test('[SES-13] a person ends one of their sessions, at once', async () => {
  const { url, request } = await startFeedServer()
  const [ana, other, third] = await connectThree(url)
  const [id] = (await listSessions(other)).filter(({ current }) => current).map((session) => session.id)

  await end(ana, id)

  expect(await other.closed).toEqual(signedOut)
  expect((await request('GET', '/session', undefined, { cookie: other.cookie })).body['signed_in']).toBe(false)
  expect(await listSessions(third)).toHaveLength(2)
})

test('[SES-13] or all except for the one that asks', async () => {
  const { url } = await startFeedServer()
  const [ana, other, third] = await connectThree(url)
  const ben = await connectViewer(url, 'U0BEN')
  await end(ana)
  expect([await other.closed, await third.closed]).toEqual([signedOut, signedOut])
  expect(await listSessions(ana)).toMatchObject([{ current: true }])
  expect(await listSessions(ben)).toHaveLength(1)
})

test('[SES-13] but none of anybody else, whatever id they name', async () => {
  const { url } = await startFeedServer()
  const [ana, ben] = [await connectViewer(url, 'U0ANA'), await connectViewer(url, 'U0BEN')]
  const [{ id } = { id: '' }] = await listSessions(ben)
  for (const session of [id, id.slice(0, 4), '%', 'x']) {
    ana.send({ type: 'end_sessions', id: session, session })
    const answer = await ana.next((frame) => 'id' in frame && frame.id === session)
    expect(answer).toMatchObject({ type: 'refused', error: 'session_not_found' })
  }
  expect(await listSessions(ben)).toHaveLength(1)
})

test('[SES-13] an upload that was begun in a session ends with it; those of other sessions go on', async () => {
  const { url } = await startFeedServer()
  const [ana, other] = await connectThree(url)
  const [here, there] = [await expectUpload(ana), await expectUpload(other)]
  await end(ana)
  const upload = async (path: string) => (await fetch(url + path, { method: 'POST', body: 'Hello' })).status
  expect([await upload(here), await upload(there)]).toEqual([200, 404])
})

async function connectThree(url: string) {
  return [
    await connectViewer(url, 'U0ANA'),
    await connectViewer(url, 'U0ANA'),
    await connectViewer(url, 'U0ANA'),
  ] as const
}

async function listSessions(viewer: TestViewer): Promise<ViewerSession[]> {
  const id = crypto.randomUUID()
  viewer.send({ type: 'sessions', id })
  const answer = await viewer.next((frame) => 'id' in frame && frame.id === id)
  return answer.type === 'sessions' ? answer.sessions : []
}

async function end(viewer: TestViewer, session?: string): Promise<void> {
  const id = crypto.randomUUID()
  viewer.send({ type: 'end_sessions', id, ...(session === undefined ? {} : { session }) })
  expect(await viewer.next((frame) => 'id' in frame && frame.id === id)).toMatchObject({ type: 'done' })
}

async function expectUpload(viewer: TestViewer): Promise<string> {
  viewer.send({ type: 'upload', id: 'upload', name: 'a.txt', size: 5 })
  const isAnswer = (frame: ServerFrame) => frame.type === 'expected'
  const answer = await viewer.next(isAnswer)
  return answer.type === 'expected' ? answer.path : ''
}
