import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { controlOf } from '#testing/control'
import { aServer, repository } from '#testing/server'

const run = promisify(execFile)
const root = '1768221000.000100'

test('examples/stream.mjs answers in a thread of the demo workspace', async () => {
  const server = await aServer({ workspace: undefined })
  const env = { ...process.env, SLACK_API_URL: server.api, SLACK_BOT_TOKEN: 'xoxb-demo-brook' }

  await run(process.execPath, [join(repository, 'examples', 'stream.mjs'), 'C0LAUNCH', root, 'U0ANA'], { env })

  const { messages, status } = await controlOf(server, 'T0WILLOW').thread('U0BEN', 'C0LAUNCH', root)
  const answer = messages.at(-1)
  expect(answer).toMatchObject({ user: 'U0BROOK', streaming_state: 'completed' })
  expect(answer?.text).toContain('faster sign-in page')
  expect(answer?.blocks.map(({ type }) => type)).toContain('task_card')
  expect(status).toBeNull()
})

test('examples/stream.mjs begins a thread of its own in a direct message', async () => {
  const server = await aServer({ workspace: undefined })
  const env = { ...process.env, SLACK_API_URL: server.api, SLACK_BOT_TOKEN: 'xoxb-demo-brook' }

  await run(process.execPath, [join(repository, 'examples', 'stream.mjs'), 'D0ANABROOK'], { env })

  const methods = (await controlOf(server).calls()).map(({ method }) => method)
  expect([...new Set(methods)]).toEqual([
    'auth.test',
    'chat.postMessage',
    'assistant.threads.setStatus',
    'chat.startStream',
    'chat.appendStream',
    'chat.stopStream',
  ])
})
