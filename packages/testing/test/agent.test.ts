import { expect, onTestFinished, test } from 'vitest'
import { startRivulet } from '@rivulet/testing'
import '@rivulet/testing/vitest'
import { agentManifest, createAgent } from './agent.ts'

/** All that the tests of an agent need beside the kit. */
async function begin() {
  const server = await startRivulet({ workspace: { apps: [agentManifest] }, timeout: 30_000 })
  const agent = createAgent(server.app(), server.apiUrl)
  onTestFinished(() => agent.stop().then(() => server.close()))
  await agent.start()
  return { server, ana: server.person('ana'), scout: server.app() }
}

test('it streams its answer', async () => {
  const { ana, scout } = await begin()
  await ana.says(scout, 'What is the answer?')
  expect(await scout.replies()).toHaveStreamed('**forty-two**')
})

test('it says that it thinks, until it answers', async () => {
  const { server, ana, scout } = await begin()
  const question = await ana.says(scout, 'think')
  expect(await server.until(async () => (await ana.sees(question)).status)).toBe('scout is thinking…')
})

test('it answers where it is mentioned', async () => {
  const { ana, scout } = await begin()
  const question = await ana.says('#general', `${scout} what is the answer?`)
  expect(await scout.replies(question)).toHaveStreamed('forty-two')
})

test('a reader stops it', async () => {
  const { ana, scout } = await begin()
  await ana.says(scout, 'hang')
  await ana.stops(await scout.streams())
  expect((await scout.replies()).stream?.endedBy).toBe('reader')
})

test('the server is told of what it forgets to end', async () => {
  const { server, ana, scout } = await begin()
  await ana.says(scout, 'hang')
  await scout.streams()
  await server.clock.advance('11m')
  expect((await scout.replies()).stream?.endedBy).toBe('idle')
})

test('it sends a long answer in pieces', async () => {
  const { ana, scout } = await begin()
  await ana.says(scout, 'long')
  expect(await scout.replies()).toHaveStreamed('x'.repeat(30_000))
  expect(scout.calls('chat.appendStream').filter(({ ok }) => ok)).toHaveLength(3)
})

test('it tries again when it is told to wait', async () => {
  const { server, ana, scout } = await begin()
  server.inject({ method: 'chat.appendStream', status: 429, retryAfter: 1 })
  await ana.says(scout, 'What is the answer?')
  expect(await scout.replies()).toHaveStreamed('**forty-two**')
})

test('it thanks for feedback', async () => {
  const { ana, scout } = await begin()
  await ana.says(scout, 'What is the answer?')
  await ana.presses(await scout.replies(), 'Good')
  expect(await scout.replies()).toHaveText('Thank you')
})

test('its command opens a modal that wants a question', async () => {
  const { ana } = await begin()
  await ana.runs('/ask')
  expect(await ana.submits(await ana.modal('Ask'), { Question: 'No' })).toEqual({ about: 'Ask a question' })
})

test('it takes up what was asked in the modal', async () => {
  const { ana, scout } = await begin()
  await ana.runs('/ask')
  await ana.submits(await ana.modal('Ask'), { Question: 'Why?' })
  expect(await scout.replies()).toHaveText('You asked: Why?')
})

test('its home says what it does', async () => {
  const { ana, scout } = await begin()
  await ana.opens(scout)
  expect(await ana.home(scout)).toHaveBlocks([{ type: 'section', text: { text: 'Ask me anything' } }])
})
