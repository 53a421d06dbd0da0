import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { newServedCall } from '#http/api/servedCall'
import { Clock } from '#store/clock'
import { callAsScout } from '#testing/server/controlApi'
import { openEvents } from '#testing/server/eventStream'
import { startServer } from '#testing/server/server'
import { Journal } from '#http/development/journal/journal'
import { liveJournal } from './liveJournal.ts'

const live = '/control/journal/live'
const ana = { team: 'T0ACME', user: 'U0ANA' }

describe('GET /control/journal/live', () => {
  test('sends every entry after a number, then those that come, each with its number as the id', async () => {
    const server = await startServer()
    for (const text of ['one', 'two']) await callAsScout(server, 'api.test', { text })
    const stream = await openEvents(`${server.url}${live}?after=1`)
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(stream.response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(stream.response.headers.has('access-control-allow-origin')).toBe(false)
    await expect.poll(stream.entries).toMatchObject([{ seq: 2, kind: 'call', args: { text: 'two' } }])

    await callAsScout(server, 'api.test', { text: 'three', mine: 'xoxb-acme-scout' })
    await server.request('POST', '/control/say', { ...ana, channel: 'C0HELP', text: 'Hm' })

    await expect
      .poll(stream.entries)
      .toMatchObject([
        {},
        { seq: 3, args: { text: 'three', mine: '[token]' } },
        { seq: 4, kind: 'act', ...ana, act: 'says', channel: 'C0HELP', detail: { text: 'Hm' } },
      ])
    expect(stream.events).toMatchObject([
      { event: 'journal', data: { cleared: 0, oldest: 1, newest: 2 } },
      { id: '2' },
      { id: '3' },
      { id: '4' },
    ])
    const again = await openEvents(server.url + live, { 'last-event-id': '3' })
    await expect.poll(again.entries).toMatchObject([{ seq: 4 }])
    const beforeRestart = await openEvents(`${server.url}${live}?after=900`)
    await expect.poll(beforeRestart.entries).toHaveLength(4)
    expect((await server.request('GET', `${live}?after=soon`)).status).toBe(400)
  })

  test('says that the journal was cleared, and by a name whether it is still the same one', async () => {
    const server = await startServer()
    const stream = await openEvents(server.url + live)
    await server.request('POST', '/control/reset')
    await callAsScout(server, 'api.test', {})
    await expect
      .poll(() => stream.events)
      .toMatchObject([{ data: { cleared: 0 } }, { data: { cleared: 1 } }, { id: '1' }])
    const names = stream.events.slice(0, 2).map(({ data }) => data.journal)
    expect(names).toEqual([expect.stringMatching(/^J/), names[0]])
  })

  test('answers no page of another site, ends with the server, and does not exist outside of development', async () => {
    const server = await startServer()
    const stream = await openEvents(server.url + live)
    const other = await server.sendRaw(`GET ${live} HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n`)
    expect(other).toMatch(/^HTTP\/1.1 403 /)
    await server.end()
    await expect.poll(stream.hasEnded).toBe(true)
    const serving = await startServer({ dev: false })
    expect((await serving.request('GET', live)).status).toBe(404)
  })

  test('forgets a reader that leaves, and keeps nothing in memory for one that reads nothing', async () => {
    const server = await startServer()
    const { journal } = server.inside!
    const reader = await openEvents(server.url + live)
    const lazy = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1' }).pause()
    lazy.write(`GET ${live} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    await expect.poll(() => journal.listeners).toBe(2)
    // More than the sockets take.
    for (let i = 0; i < 400; i++) addCall(journal, 'x'.repeat(2000), 20)
    await expect.poll(() => reader.entries().at(-1)?.seq).toBe(400)
    // It waits until the reader takes more, and not for news of the journal.
    await expect.poll(() => journal.listeners).toBe(1)
    await reader.leave()
    lazy.destroy()
    await expect.poll(() => journal.listeners).toBe(0)
  })
})

test('a reader that falls behind what the journal keeps is told what it misses', async () => {
  const journal = new Journal(new Clock())
  const over = new AbortController()
  addCall(journal, 'first')
  const events = liveJournal(journal, 0, over.signal)
  await events.next()
  expect((await events.next()).value).toContain('"args":{"text":"first"}')
  for (let i = 0; i < 10_010; i++) addCall(journal, 'more')
  const { value } = await events.next()
  expect(value).toMatch(/^event: missed\ndata: {"after":1,"oldest":12}\n\nid: 12\n/)
  expect(value?.match(/^id: /gm)).toHaveLength(64)
  over.abort()
  expect(await events.next()).toMatchObject({ done: true })
})

function addCall(journal: Journal, text: string, times = 1): void {
  const args = Object.fromEntries(Array.from({ length: times }, (_, i) => [i === 0 ? 'text' : `text${i}`, text]))
  journal.addCall({ ...newServedCall('api.test', '', undefined, 'request'), args, bodyBytes: text.length * times })
}
