import { expect, onTestFinished, test } from 'vitest'
import { connectApp } from '#testing/apps/socketModeClient'
import { callAsScout } from '#testing/server/controlApi'
import { startServer } from '#testing/server/server'
import { scoutFile } from '#testing/workspace/scout'
import { stopClock } from '#testing/workspace/stopClock'

const events = ['message.channels', 'message.im']
const said = { team: 'T0ACME', user: 'U0ANA', channel: 'C0HELP' }

async function startResettable() {
  const server = await startServer({ file: scoutFile({ events }) })
  return {
    ...server,
    reset: () => server.request('POST', '/control/reset'),
    entries: async () => (await server.request('GET', '/control/journal')).body['entries'],
    texts: async () => {
      const { messages } = await callAsScout(server, 'conversations.history', { channel: 'C0HELP' })
      return messages.map(({ text }: { text: string }) => text)
    },
  }
}

test.each([{}, { fault: 'lost' }, { status: 503 }])(
  'a call that a fault holds is not carried out after a reset, and no entry of the journal: %j',
  async (fault) => {
    const server = await startResettable()
    const before = await server.texts()
    await server.request('POST', '/control/faults', { method: 'chat.postMessage', delay: '1d', ...fault })
    const answer = callAsScout(server, 'chat.postMessage', { channel: 'C0HELP', text: 'Of the last test' })
    await expect.poll(async () => (await server.request('GET', '/control/faults')).body['faults']).toEqual([])

    await server.reset()

    expect(await answer).toMatchObject({ ok: false, error: 'fatal_error', detail: expect.stringContaining('reset') })
    expect(await server.entries()).toEqual([])
    expect(await server.texts()).toEqual(before)
    expect(server.unexpectedErrors).toEqual([])
  },
)

test('[DEV-8] an event that a fault holds back is not sent after a reset', async () => {
  const server = await startResettable()
  const app = await connectApp(server.url)
  await server.request('POST', '/control/faults', { fault: 'event', how: 'late', delay: '1h' })
  await server.request('POST', '/control/say', { ...said, text: 'Of the last test' })
  await expect.poll(async () => (await server.request('GET', '/control/faults')).body['faults']).toEqual([])
  await server.reset()
  await server.request('POST', '/control/say', { ...said, text: 'Of this test' })
  await expect.poll(app.messageTexts).toEqual(['Of this test'])
})

test.each([
  ['DELETE', '/control/faults'],
  ['POST', '/control/reset'],
])('%s %s ends a socket that a fault has silenced, and the next one hears', async (method, path) => {
  const server = await startResettable()
  const silent = await connectApp(server.url)
  await server.request('POST', '/control/faults', { fault: 'socket', how: 'silent' })
  const other = await connectApp(server.url)
  await server.request(method, path)
  expect((await silent.closed).code).toBe(1006)
  other.socket.close()
  await other.closed
  const app = await connectApp(server.url)
  await server.request('POST', '/control/say', { ...said, text: 'Anybody?' })
  await expect.poll(app.messageTexts).toEqual(['Anybody?'])
})

test('[EVT-6] an event from before a reset is neither acknowledged nor timed out in the journal after it', async () => {
  const server = await startResettable()
  stopClock()
  onTestFinished(() => server.store.db.clock.reset())
  const app = await connectApp(server.url, { acks: false })
  for (const text of ['late', 'never']) await server.request('POST', '/control/say', { ...said, text })
  await app.until(() => app.envelopes().length === 2)

  await server.reset()

  app.ack(app.envelopes()[0]!)
  stopClock()
  server.store.db.clock.advance(3100)
  await server.request('POST', '/control/say', { ...said, text: 'Of this test' })
  await app.until(() => app.envelopes().length === 3)
  app.ack(app.envelopes()[2]!)
  const outcomes = async () =>
    (await server.entries()).flatMap(({ kind, event, outcome }: Record<string, any>) =>
      kind === 'delivery' ? [`${event.text} ${outcome}`] : [],
    )
  await expect.poll(outcomes).toEqual(['Of this test sent', 'Of this test acknowledged'])
  expect(server.unexpectedErrors).toEqual([])
})
