import { type WebClientOptions, WebClient } from '@slack/web-api'
import { expect, onTestFinished, test } from 'vitest'
import { type Fault, type Rivulet, startRivulet } from '@rivulet/testing'
import '@rivulet/testing/vitest'
import { quietLogger } from './listener.ts'
import { createScout, scoutManifest } from './scout.ts'

const retryConfig = { retries: 3, minTimeout: 1, maxTimeout: 1, randomize: false }

/** Scout as the official SDK, which tries again at once. */
function clientOf(server: Rivulet, options: WebClientOptions = {}): WebClient {
  const { apiUrl: slackApiUrl } = server
  return new WebClient(server.app().botToken, { slackApiUrl, retryConfig, logger: quietLogger, ...options })
}

type CallFault = Exclude<Fault, { how: string }>

/** Adds a word to a stream while faults are injected. Returns what Ana reads, what the app learned, and what was served. */
async function append(faults: CallFault[], options: WebClientOptions = {}, words = [' two']) {
  await using server = await startRivulet({ workspace: { apps: [scoutManifest] } })
  const client = clientOf(server, options)
  const ana = server.person('ana')
  const question = await ana.says('@scout', 'go')
  const { channel } = question
  const { ts = '' } = await client.chat.startStream({ channel, thread_ts: question.ts, markdown_text: 'One' })
  for (const fault of faults) server.inject(fault)
  const learned: string[] = []
  for (const word of words)
    await client.chat.appendStream({ channel, ts, markdown_text: word }).then(
      () => learned.push('ok'),
      (error: Error) => learned.push(error.message),
    )
  await client.chat.stopStream({ channel, ts }).catch(() => {})
  const { messages } = await ana.sees(question)
  const calls = server.journal.calls({ method: 'chat.appendStream' })
  return { read: messages[1]?.stream?.markdown, learned, served: calls.map(({ status, fault }) => fault ?? status) }
}

const method = 'chat.appendStream'
const once = { retryConfig: { retries: 0 } }

test('an answer that is lost makes the SDK call again, so that the words come twice', async () => {
  expect(await append([{ method, fault: 'lost' }])).toEqual({
    read: 'One two two',
    learned: ['ok'],
    served: ['lost', 200],
  })
  const { read, learned } = await append([{ method, fault: 'lost' }], once)
  expect([read, learned[0]]).toEqual(['One two', expect.stringContaining('A request error occurred')])
})

test('an answer that is cut is an error at once, though the words are there', async () => {
  expect(await append([{ method, fault: 'cut' }])).toEqual({
    read: 'One two',
    learned: [expect.any(String)],
    served: ['cut'],
  })
})

test.each([500, 503])('HTTP %i makes the SDK call again, and nothing was written', async (status) => {
  expect(await append([{ method, status, times: 2 }])).toEqual({
    read: 'One two',
    learned: ['ok'],
    served: [status, status, 200],
  })
})

test('HTTP 429 makes the SDK wait for as long as Retry-After says', async () => {
  const fault = { method, status: 429, retryAfter: 0 }
  expect(await append([fault])).toMatchObject({ read: 'One two', learned: ['ok'], served: [429, 200] })
  const { learned } = await append([{ ...fault, retryAfter: 7 }], { rejectRateLimitedCalls: true })
  expect(learned).toEqual([expect.stringContaining('7 seconds')])
})

test('an error is thrown and not tried again; a token may be revoked in the middle of a stream', async () => {
  const revoked = { method: '*', error: 'token_revoked', after: 1, times: 9 }
  const { learned, served } = await append([revoked], {}, [' two', ' three'])
  expect(learned).toEqual(['ok', 'An API error occurred: token_revoked'])
  expect(served).toEqual([200, 200])
})

test('faults by chance meet the same calls in every run', async () => {
  const words = Array.from({ length: 20 }, (_, i) => ` ${i}`)
  const run = async (seed: number) =>
    (await append([{ method, error: 'fatal_error', probability: 0.3, seed }], {}, words)).learned.map(
      (one) => one === 'ok',
    )
  const first = await run(7)
  expect(await run(7)).toEqual(first)
  expect(await run(8)).not.toEqual(first)
  expect(new Set(first)).toEqual(new Set([true, false]))
})

/** Lets the socket of a Bolt app fail while it runs, and Ana write to it. */
async function failSocket(how: Extract<Fault, { fault: 'socket' }>['how']) {
  const server = await startRivulet({ workspace: { apps: [scoutManifest] }, timeout: 30_000 })
  const [ana, scout] = [server.person('ana'), server.app()]
  const { botToken: token, appToken } = scout
  const clientOptions = { slackApiUrl: server.apiUrl }
  const program = createScout({ token, appToken, socketMode: true, logger: quietLogger, clientOptions })
  onTestFinished(async () => {
    await program.stop()
    await server.close()
  })
  await program.start()
  server.inject({ fault: 'socket', how, app: scout.id })
  await ana.says(scout, 'hello')
  return { server, scout }
}

test('Bolt opens another socket when one ends, whatever the reason, and misses no event', async () => {
  const endings = ['warning', 'refresh_requested', 'too_many_websockets', 'broken'] as const
  await Promise.all(
    endings.map(async (how) => {
      const { scout } = await failSocket(how)
      expect(await scout.replies()).toHaveText('Hello')
      expect(scout.calls('apps.connections.open')).toHaveLength(2)
    }),
  )
}, 60_000)

test('Bolt keeps a socket that is open and silent: the event times out', async () => {
  const { server, scout } = await failSocket('silent')
  await server.until(async () => scout.deliveries('message').some(({ outcome }) => outcome === 'timeout'))
  expect(scout.calls('apps.connections.open')).toHaveLength(1)
  expect(scout.calls('chat.postMessage')).toEqual([])
}, 60_000)
