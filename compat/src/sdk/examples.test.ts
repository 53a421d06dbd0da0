import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createControlClient } from '#testing/control'
import { createClient } from '#testing/sdk'
import { findFreePort, startServer } from '#testing/server'
import { command, repository } from '#testing/servers/spawnServer'

const run = promisify(execFile)
const root = '1768221000.000100'

test('examples/stream.mjs answers in a thread of the demo workspace', async () => {
  const server = await startServer({ workspace: undefined })
  const env = { ...process.env, SLACK_API_URL: server.api, SLACK_BOT_TOKEN: 'xoxb-demo-brook' }

  await run(process.execPath, [join(repository, 'examples', 'stream.mjs'), 'C0LAUNCH', root, 'U0ANA'], { env })

  const { messages, status } = await createControlClient(server, 'T0WILLOW').readThread('U0BEN', 'C0LAUNCH', root)
  const answer = messages.at(-1)
  expect(answer).toMatchObject({ user: 'U0BROOK', streaming_state: 'completed' })
  expect(answer?.text).toContain('faster sign-in page')
  expect(answer?.blocks.map(({ type }) => type)).toContain('task_card')
  expect(status).toBeNull()
})

test('examples/stream.mjs starts its own thread in a direct message', async () => {
  const server = await startServer({ workspace: undefined })
  const env = { ...process.env, SLACK_API_URL: server.api, SLACK_BOT_TOKEN: 'xoxb-demo-brook' }

  await run(process.execPath, [join(repository, 'examples', 'stream.mjs'), 'D0ANABROOK'], { env })

  const methods = (await createControlClient(server).listCalls()).map(({ method }) => method)
  expect([...new Set(methods)]).toEqual([
    'auth.test',
    'chat.postMessage',
    'assistant.threads.setStatus',
    'chat.startStream',
    'chat.appendStream',
    'chat.stopStream',
  ])
})

const manifestPath = (name: string) => join(repository, 'examples', `${name}.manifest.yaml`)

test('examples/assistant.mjs answers from its script, and counts the messages of the thread', async () => {
  const { say, waitForAnswer } = await startExample('assistant')
  const ts = await say('What can you do?')
  expect((await waitForAnswer(ts, 2)).text).toContain('your question has *4 words*')
  await say('And else?', ts)
  const second = await waitForAnswer(ts, 4)
  expect(second.text).toContain('2 messages came before it')
  expect(second.blocks.at(-1)?.type).toBe('context_actions')
})

test('examples/assistant.mjs streams the answer of a model behind an endpoint', async () => {
  const requests: { model: string; messages: { role: string; content: string }[] }[] = []
  const endpoint = createServer(async (req, res) => {
    requests.push(JSON.parse(Buffer.concat(await Array.fromAsync(req as AsyncIterable<Buffer>)).toString()))
    res.writeHead(req.url === '/v1/chat/completions' ? 200 : 404, { 'content-type': 'text/event-stream' })
    for (const content of ['The answer ', 'is **forty', '-two**.'])
      res.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`)
    res.end('data: [DONE]\n\n')
  })
  const port = await findFreePort()
  endpoint.listen(port)
  onTestFinished(() => void endpoint.close())
  const { say, waitForAnswer } = await startExample('assistant', {
    OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
    OPENAI_MODEL: 'any',
  })

  const ts = await say('What is six by seven?')

  expect((await waitForAnswer(ts, 2)).text).toBe('The answer is *forty-two*.')
  expect(requests).toMatchObject([{ model: 'any', messages: [{ role: 'user', content: 'What is six by seven?' }] }])
})

test('examples/assistant.mjs apologises when its model refuses, fails or breaks off, and keeps the text that came', async () => {
  const faults: ((res: ServerResponse) => void)[] = [
    (res) => res.writeHead(401).end('{"error":{"message":"No such key"}}'),
    (res) => res.writeHead(500).end('broken'),
    (res) => {
      const [complete, partial] = ['data: {"choices":[{"delta":{"content":"The answer is"}}]}\n\n', 'data: {"choi']
      res.writeHead(200, { 'content-type': 'text/event-stream' }).write(complete + partial, () => res.destroy())
    },
  ]
  const endpoint = createServer((_req, res) => faults.shift()?.(res))
  endpoint.listen(0, '127.0.0.1')
  await once(endpoint, 'listening')
  onTestFinished(() => void endpoint.close())
  const { port } = endpoint.address() as AddressInfo
  const { say, waitForAnswer } = await startExample('assistant', { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` })
  const sorry = 'I could not answer. Please ask again.'

  for (const text of [sorry, sorry, `The answer is\n\n${sorry}`]) {
    const last = await waitForAnswer(await say('What is six by seven?'), 2)
    expect(last).toMatchObject({ text, streaming_state: 'completed' })
  }
})

test('examples/receiver.mjs receives events over HTTP, and answers', async () => {
  const port = await findFreePort()
  const { say, waitForAnswer } = await startExample('receiver', { PORT: String(port) })
  expect((await waitForAnswer(await say('Anybody there?'), 2)).text).toBe('It came by HTTP: _Anybody there?_')
})

test.each(['assistant.mjs', 'model.mjs', 'receiver.mjs', 'stream.mjs'])('examples/%s has at most 80 lines', (name) => {
  expect(readFileSync(join(repository, 'examples', name), 'utf8').split('\n').length - 1).toBeLessThanOrEqual(80)
})

/** Installs an example as its README says, starts it, and lets Ana of the demo workspace talk to it. */
async function startExample(name: string, environment: Record<string, string> = {}) {
  const server = await startServer({ workspace: undefined })
  const { sendMessage, readThread } = createControlClient(server, 'T0WILLOW')
  const home = await mkdtemp(join(tmpdir(), 'rivulet-example-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const manifest = join(home, 'manifest.yaml')
  const text = await readFile(manifestPath(name), 'utf8')
  await writeFile(manifest, text.replace(':3000', `:${environment['PORT'] ?? 3000}`))
  const rivulet = (...args: string[]) => run(command, [...args, '--url', server.url])
  await rivulet('app', 'install', manifest)
  const { stdout } = await rivulet('env', '--app', name, '--json')
  const env = { ...process.env, ...environment, ...(JSON.parse(stdout) as { SLACK_BOT_TOKEN: string }) }
  const app = spawn(process.execPath, [join(repository, 'examples', `${name}.mjs`)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(app, 'close')
  onTestFinished(async () => {
    app.kill('SIGTERM')
    await ended
  })
  await once(app.stdout, 'data')
  const { channel: direct } = await createClient(server, env.SLACK_BOT_TOKEN).conversations.open({ users: 'U0ANA' })
  const channel = direct?.id ?? ''
  return {
    say: (text: string, thread_ts?: string) => sendMessage('U0ANA', channel, text, thread_ts),
    /** Waits until the thread has `count` messages and the last is complete, and returns that one. */
    async waitForAnswer(ts: string, count: number) {
      const findAnswer = async () => {
        const { messages } = await readThread('U0ANA', channel, ts)
        const message = messages.length === count ? messages.at(-1) : undefined
        return message?.streaming_state === 'in_progress' ? undefined : message
      }
      await expect.poll(findAnswer).toBeDefined()
      return (await findAnswer())!
    },
  }
}
