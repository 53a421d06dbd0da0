import { WebClient } from '@slack/web-api'
import { expect, onTestFinished, test } from 'vitest'
import { type Rivulet, startRivulet, type Workspace } from '@rivulet/testing'
import '@rivulet/testing/vitest'
import { createScout, scoutManifest } from './scout.ts'

const workspace: Workspace = { people: ['ana', 'ben'], channels: ['general', 'random'], apps: [scoutManifest] }

/** A server whose app Scout runs in this process, over a socket or by HTTP. */
async function startWithScout(way: 'socket' | 'http' = 'socket'): Promise<Rivulet> {
  const server = await startRivulet({ workspace, timeout: 30_000 })
  const scout = server.app('scout')
  const common = { token: scout.botToken, clientOptions: { slackApiUrl: server.apiUrl } }
  const app =
    way === 'socket'
      ? createScout({ ...common, appToken: scout.appToken, socketMode: true })
      : createScout({ ...common, signingSecret: scout.signingSecret })
  const listening = await app.start(0)
  if (way === 'http') {
    const address = listening && 'address' in listening ? listening.address() : undefined
    const port = typeof address === 'object' && address ? address.port : 0
    await scout.receivesAt(`http://127.0.0.1:${port}/slack/events`)
  }
  onTestFinished(async () => {
    await app.stop()
    await server.close()
  })
  return server
}

test.each(['socket', 'http'] as const)('an app of Bolt over %s streams an answer to a direct message', async (way) => {
  const server = await startWithScout(way)
  const [ana, scout] = [server.person('ana'), server.app('scout')]

  const question = await ana.says(scout, 'stream please')
  const reply = await scout.replies()

  expect(reply).toHaveStreamed('**forty-two**')
  expect(reply.threadTs).toBe(question.ts)
  expect(reply.stream?.appends.map(({ text }) => text)).toEqual(['The answer is ', '**forty', '-two**'])
  expect(scout).toHaveCalled('chat.appendStream', { markdown_text: '-two**' })
  expect(scout.calls('chat.startStream')[0]?.answer).toEqual({ ok: true, channel: reply.channel, ts: reply.ts })
  expect((await ana.sees(question)).text).toBe('ana: stream please\nscout: The answer is forty-two')
  await server.settled()
  const [sent, acknowledged] = scout.deliveries('message')
  expect([sent?.outcome, acknowledged?.outcome]).toEqual(['sent', 'acknowledged'])
  expect(sent?.event).toMatchObject({ user: ana.id, text: 'stream please' })
})

test.each(['socket', 'http'] as const)('people press, choose, submit and run over %s', async (way) => {
  const server = await startWithScout(way)
  const [ana, scout] = [server.person('ana'), server.app('scout')]

  await ana.says('@scout', 'approve this')
  const asked = await scout.replies()
  expect(asked).toHaveBlocks([{ type: 'actions' }])
  await ana.chooses(asked, 'Where to', 'Live')
  expect(await scout.replies()).toHaveText('To L')
  await ana.presses(asked, 'Approve')
  await server.settled()
  expect((await ana.sees('@scout')).text).toContain(`scout: Approved by ${ana.name}`.replace(ana.name, ana.id))

  await ana.runs('/deploy api', 'random')
  const modal = await ana.modal('Deploy api')
  expect(await ana.submits(modal, { Why: 'no' })).toEqual({ why: 'Say more' })
  await ana.submits(modal, { reason: 'a good one' })
  expect(await scout.replies()).toHaveText('Deploying: a good one')
  expect(scout.interactions().map(({ type }) => type)).toEqual([
    'block_actions',
    'block_actions',
    'slash_commands',
    'view_submission',
    'view_submission',
  ])

  await ana.runs('/deploy status')
  const answer = await scout.replies()
  expect(answer).toMatchObject({ text: 'All is well', ephemeralFor: ana.id })
  expect((await server.person('ben').sees('general')).text).toBe('')
})

test('people mention, react, upload, and open a home', async () => {
  const server = await startWithScout()
  const [ana, ben, scout] = [server.person('ana'), server.person('ben'), server.app()]

  const mention = await ana.says('#general', `${scout} are you there?`)
  expect(await scout.replies(mention)).toMatchObject({ text: 'Here I am', threadTs: mention.ts })
  expect((await ben.sees(mention)).text).toBe('ana: @scout are you there?\nscout: Here I am')

  await ben.reacts(mention, 'tada')
  expect(await scout.replies('general')).toHaveText(':tada: seen')
  expect((await ana.sees('general')).text).toContain('are you there? :tada: 1')

  const shared = await ben.uploads('general', { name: 'notes.txt', content: 'Hi', text: 'My notes' })
  expect((await ana.sees('general')).text).toContain('ben: My notes [notes.txt]')
  await server.settled()
  expect(scout.deliveries('file_shared').at(-1)?.outcome).toBe('acknowledged')
  expect(shared.files).toMatchObject([{ name: 'notes.txt' }])

  await ana.opens(scout)
  expect(await ana.home(scout)).toHaveBlocks([{ type: 'section', text: { text: 'Welcome home' } }])
})

test('a reader stops a stream', async () => {
  const server = await startWithScout()
  const [ana, scout] = [server.person('ana'), server.app()]

  const question = await ana.says(scout, 'wait')
  const open = await scout.streams()
  expect((await ana.sees(question)).text).toBe('ana: wait\nscout: Let me see …')
  await ana.stops(open)

  const reply = await scout.replies()
  expect(reply.stream).toMatchObject({ endedBy: 'reader', markdown: 'Let me see' })
  expect(reply).not.toHaveStreamed('Let me see')
  await server.settled()
})

test('the clock is the test’s: a stream that idles ends when time passes', async () => {
  const server = await startWithScout()
  const [ana, scout] = [server.person('ana'), server.app()]
  server.clock.stand()
  const began = server.clock.now()

  await ana.says(scout, 'wait')
  await scout.streams()
  await server.clock.advance('1h')

  expect((await scout.replies()).stream?.endedBy).toMatch(/idle|lifetime/)
  expect(server.clock.now()).toBe(began + 3_600_000)
})

test('a fault meets the next call of a method', async () => {
  await using server = await startRivulet({ workspace })
  const client = new WebClient(server.app().botToken, { slackApiUrl: server.apiUrl, retryConfig: { retries: 0 } })
  server.inject({ method: 'chat.postMessage', error: 'fatal_error' })

  await expect(client.chat.postMessage({ channel: '#general', text: 'Hi' })).rejects.toThrow('fatal_error')
  await client.chat.postMessage({ channel: '#general', text: 'Hi' })
  expect(server.journal.calls({ method: 'chat.postMessage' }).map(({ ok }) => ok)).toEqual([false, true])
})

test('a time-out says what happened in place of the reply, in order', async () => {
  const server = await startWithScout()
  const [ana, scout] = [server.person('ana'), server.app()]
  await using other = await startRivulet({ workspace, timeout: 100 })

  await ana.says(scout, 'hello')
  expect(await scout.replies()).toHaveText('Hello *you*')
  server.inject({ method: 'chat.postMessage', error: 'no_text', times: 9 })
  await other.person('ana').says('@scout', 'hello')

  const failure = await other
    .app()
    .replies()
    .catch((error: Error) => error.message)
  expect(failure).toMatch(/^Scout has not replied within 100 ms\.\n\nWhat happened:\n\s+\+0 ms {2}ana says "hello"\n/)
  expect(failure).toContain('Scout has no open socket, so its events wait. Was its app started?')
})

test('a refusal is that of the web client', async () => {
  await using server = await startRivulet({
    workspace: { channels: { general: ['ana'] }, apps: [scoutManifest] },
  })
  await expect(server.person('ben').says('general', 'Hi')).rejects.toMatchObject({ code: 'not_in_channel' })
  await expect(server.person('ana').runs('/deploy api')).rejects.toMatchObject({ code: 'dispatch_failed' })
  expect(() => server.person('eve')).toThrow('There is no person "eve". There are: ana, ben.')
})

test('servers beside each other share nothing', async () => {
  const servers = await Promise.all(Array.from({ length: 5 }, () => startRivulet({ workspace, timeout: 30_000 })))
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.close()))))
  const [first, ...others] = servers
  await first!.person('ana').says('general', 'Only here')
  await first!.clock.advance('3h')
  await Promise.all(servers.map((server) => server.settled()))

  for (const other of others) {
    expect((await other.person('ana').sees('general')).text).toBe('')
    expect(first!.clock.now() - other.clock.now()).toBeGreaterThan(10_000_000)
  }
  expect(new Set(servers.map(({ url }) => url)).size).toBe(5)
})

test('until waits for what a person is shown: a status and a title, which end by time', async () => {
  const server = await startWithScout()
  const [ana, scout] = [server.person('ana'), server.app()]
  server.clock.stand()

  const question = await ana.says(scout, 'think')
  const status = await server.until(async () => (await ana.sees(question)).status)

  expect(status).toBe('scout is thinking…')
  expect(await ana.sees(question)).toMatchObject({
    title: 'A hard one',
    text: 'ana: think\n(scout is thinking…)',
  })
  await server.clock.advance('1h')
  expect((await ana.sees(question)).status).toBeUndefined()
  await server.settled()
  await expect(scout.replies(scout)).rejects.toThrow('Name the person to whom Scout replies.')
  await ana.says(scout, 'hello')
  expect(await scout.replies('@ana')).toHaveText('Hello')
})

test('settled says what is left to do', async () => {
  const server = await startWithScout()
  const [ana, scout] = [server.person('ana'), server.app()]
  await ana.says(scout, 'wait')
  await scout.streams()

  const failure = await server.settled({ timeout: 200 }).catch((error: Error) => error.message)
  expect(failure).toMatch(/^The server has not settled within 200 ms\./)
  expect(failure).toMatch(/What is left to do:\n {2}A stream is open: /)
})

test('a server starts within 150 ms of processor time once the modules are loaded', async () => {
  await (await startRivulet({ workspace })).close()
  const runs = 8
  const before = process.cpuUsage()
  for (let i = 0; i < runs; i++) await (await startRivulet({ workspace })).close()
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000 / runs).toBeLessThan(150)
})

test('a reader who leaves the live journal is no error of the server', async () => {
  const server = await startRivulet()
  const left = new AbortController()
  const { body } = await fetch(`${server.url}/control/journal/live`, { signal: left.signal })
  await body?.getReader().read()
  left.abort()
  // A later answer comes after the server has seen it.
  await fetch(`${server.apiUrl}api.test`)

  await expect(server.close()).resolves.toBeUndefined()
})
