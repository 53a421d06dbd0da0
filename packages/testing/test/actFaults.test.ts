import { WebClient } from '@slack/web-api'
import { expect, onTestFinished, test } from 'vitest'
import { type Fault, type Rivulet, startRivulet } from '@rivulet/testing'
import '@rivulet/testing/vitest'
import { quietLogger as logger, startListener } from './listener.ts'
import { scoutManifest } from './scout.ts'

function clientOf({ apiUrl: slackApiUrl }: Rivulet, token: string): WebClient {
  return new WebClient(token, { slackApiUrl, logger, retryConfig: { retries: 0 } })
}

async function startScout() {
  const server = await startRivulet({ workspace: { people: ['ana'], apps: [scoutManifest] }, timeout: 30_000 })
  onTestFinished(() => server.close())
  const client = clientOf(server, server.app().botToken)
  const question = await server.person('ana').says('@scout', 'go')
  return { server, client, question }
}

/** Streams words of which each is one append. Returns what the app learned of each, and of the end. */
async function stream(client: WebClient, { channel, ts: thread_ts }: { channel: string; ts: string }, words: string[]) {
  const { ts = '' } = await client.chat.startStream({ channel, thread_ts, markdown_text: 'One' })
  const learned: string[] = []
  const learn = (call: Promise<unknown>) =>
    call.then(
      () => learned.push('ok'),
      (error: Error) => learned.push(error.message.replace('An API error occurred: ', '')),
    )
  for (const markdown_text of words) await learn(client.chat.appendStream({ channel, ts, markdown_text }))
  await learn(client.chat.stopStream({ channel, ts }))
  return { ts, learned }
}

const over = 'message_not_in_streaming_state'
test.each([
  ['timed_out', [over, over], 'lifetime', 'errored'],
  ['errored', [over, over], 'error', 'errored'],
  ['stopped', ['stopped_by_user', over], 'reader', 'completed'],
] as const)('[DEV-9] a stream is %s between two appends: the app learns %j', async (how, errors, endedBy, state) => {
  const { server, client, question } = await startScout()
  await server.inject({ fault: 'stream', how, app: 'scout', after: 2 })

  const first = await stream(client, question, [' two', ' three', ' four'])
  const second = await stream(client, question, [' two', ' three', ' four'])

  expect(first.learned).toEqual(['ok', 'ok', ...errors])
  expect(second.learned).toEqual(['ok', 'ok', 'ok', 'ok'])
  const reply = await server.app().replies()
  expect(reply.ts).toBe(first.ts)
  expect(reply.stream).toMatchObject({ state, endedBy, markdown: 'One two three' })
  const calls = server.journal.calls({ method: 'chat.appendStream' })
  expect(calls.map(({ fault }) => fault).filter(Boolean)).toEqual([`stream_${how}`])
})

test('[DEV-9] streams that are open end at once, and new ones when they begin', async () => {
  const { server, client, question } = await startScout()
  const { channel, ts: thread_ts } = question
  const { ts = '' } = await client.chat.startStream({ channel, thread_ts, markdown_text: 'One' })
  await server.inject({ fault: 'stream', how: 'errored', after: 0, times: 2 })
  await expect(client.chat.appendStream({ channel, ts, markdown_text: 'x' })).rejects.toThrow(over)
  expect((await stream(client, question, ['x'])).learned).toEqual([over, over])
  expect((await stream(client, question, ['x'])).learned).toEqual(['ok', 'ok'])
})

test('[DEV-9] Bolt hears that a reader has stopped a stream', async () => {
  const { server, scout, heard } = await startListener()
  const question = await server.person('ana').says(scout, 'go')
  await server.inject({ fault: 'stream', how: 'stopped' })
  await stream(clientOf(server, scout.botToken), question, [' two'])
  await server.until(async () => heard.includes('agent_session_stopped'))
  await server.settled()
})

test('[DEV-9] a token is revoked in the middle of a stream, and another goes on', async () => {
  const { server, client, question } = await startScout()
  const scout = server.app()
  const revoked: Fault = { fault: 'token', how: 'revoked', app: 'scout', method: 'chat.appendStream', after: 1 }
  await server.inject(revoked)

  const { ts, learned } = await stream(client, question, [' two', ' three'])

  expect(learned).toEqual(['ok', 'token_revoked', 'token_revoked'])
  await expect(client.auth.test()).rejects.toThrow('token_revoked')
  const old = scout.botToken
  await scout.renewTokens()
  expect(scout.botToken).not.toBe(old)
  const renewed = clientOf(server, scout.botToken)
  await renewed.chat.appendStream({ channel: question.channel, ts, markdown_text: ' four' })
  await renewed.chat.stopStream({ channel: question.channel, ts })
  expect(await scout.replies()).toHaveStreamed('One two four')
})

test('[DEV-9] an app is taken out: Bolt hears of it, its socket closes, and its tokens are dead', async () => {
  const { server, scout, heard } = await startListener()
  const client = clientOf(server, scout.botToken)
  await server.inject({ fault: 'app', how: 'uninstalled', app: 'scout' })

  await server.until(async () => heard.includes('app_uninstalled') && heard.includes('tokens_revoked'))
  await expect(client.auth.test()).rejects.toThrow('token_revoked')
  await expect.poll(() => scout.isConnected, { timeout: 30_000 }).toBe(false)
  // Bolt opens another socket, which it may: the app could be installed again.
  await expect.poll(() => scout.isConnected, { timeout: 60_000 }).toBe(true)
  expect(() => server.inject({ fault: 'app', how: 'uninstalled', app: 'nobody' })).toThrow('There is no app "nobody"')
}, 120_000)
