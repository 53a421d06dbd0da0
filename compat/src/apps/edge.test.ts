import { Assistant, SlackApp } from 'slack-edge'
import { SlackAPIClient } from 'slack-web-api-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createControlClient } from '#testing/control'
import { signInAt } from '#testing/person'
import { startAppServer, type Server } from '#testing/server'

/** slack-edge has no setting for the address of the API, so this redirects its calls to the test server. */
function redirectApiCalls(server: Server): void {
  const { fetch } = globalThis
  const redirect = (request: Request) => {
    const path = request.url.replace('https://slack.com/api/', '')
    return fetch(path === request.url ? request : new Request(server.api + path, request))
  }
  vi.stubGlobal('fetch', (input: Request | string, init?: RequestInit) => redirect(new Request(input, init)))
  for (const level of ['log', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => {})
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}

test('slack-edge answers a mention over Socket Mode', async () => {
  const server = await startAppServer()
  redirectApiCalls(server)
  const env = { SLACK_BOT_TOKEN: 'xoxb-acme-echo', SLACK_APP_TOKEN: 'xapp-acme-echo' }
  const app = new SlackApp({ env, socketMode: true })
  app.event('app_mention', async ({ payload, context }) => {
    await context.say({ thread_ts: payload.ts, text: `Hello <@${payload.user}>` })
  })
  await app.connect()
  onTestFinished(() => app.disconnect())
  const ana = await signInAt(server, 'Ana Lima', '/c/C0GENERAL')

  await ana.sendMessage('@Echo are you there?')
  await ana.openThread('are you there?')
  await ana.waitForMessage('Hello @Ana')
  expect(ana.errors).toEqual([])
})

test("slack-edge's assistant greets, sets a status and a title, and knows the viewed channel", async () => {
  const server = await startAppServer()
  redirectApiCalls(server)
  const env = { SLACK_BOT_TOKEN: 'xoxb-acme-sage', SLACK_APP_TOKEN: 'xapp-acme-sage' }
  const app = new SlackApp({ env, socketMode: true })
  const statusSeen = Promise.withResolvers<void>()
  app.assistant(
    new Assistant({
      async threadStarted({ context: { say, setSuggestedPrompts } }) {
        await say({ text: 'How can I help?' })
        await setSuggestedPrompts({ title: 'Ask me', prompts: [{ title: 'The tide', message: 'When is high tide?' }] })
      },
      // A changed context has no handler here. The library saves it in the metadata of the greeting, with its own call.
      async userMessage({ payload, context: { say, setStatus, setTitle, threadContext } }) {
        await setTitle({ title: payload.text ?? '' })
        await setStatus({ status: 'is looking at the sea...' })
        await statusSeen.promise
        const viewedChannel = threadContext?.channel_id
        await say({ text: viewedChannel ? `At noon in <#${viewedChannel}>` : 'At noon everywhere' })
      },
    }),
  )
  await app.connect()
  onTestFinished(() => app.disconnect())
  const ana = await signInAt(server, 'Ana Lima', '/c/D0ANASAGE')

  await ana.waitForMessage('How can I help?')
  await ana.page.getByRole('button', { name: 'The tide' }).click()
  await expect.poll(() => ana.seenStatuses()).toContain('Sage is looking at the sea...')
  statusSeen.resolve()
  await ana.waitForMessage('At noon everywhere')
  const control = createControlClient(server)
  await control.viewChannel('U0ANA', 'A0SAGE', 'C0GENERAL')
  await expect.poll(() => control.listCalls()).toContainEqual(expect.objectContaining({ method: 'chat.update' }))
  await ana.sendMessage('And now?')
  await ana.waitForMessage('At noon in #general')
  expect(ana.errors).toEqual([])
})

test('slack-web-api-client streams, and throws the error code of a refusal', async () => {
  const server = await startAppServer()
  const client = new SlackAPIClient('xoxb-acme-echo', { baseUrl: server.api })
  const ana = await signInAt(server, 'Ana Lima', '/c/C0GENERAL')
  const { team_id = '' } = await client.auth.test()
  const thread = { channel: 'C0GENERAL', thread_ts: '1767225600.000100' }
  const recipient = { recipient_user_id: 'U0ANA', recipient_team_id: team_id }

  const { ts = '' } = await client.chat.startStream({ ...thread, ...recipient, markdown_text: 'It is ' })
  await client.chat.appendStream({ channel: thread.channel, ts, markdown_text: '**sunny**' })
  await client.chat.stopStream({ channel: thread.channel, ts })

  await ana.openThread('Good morning')
  await ana.waitForMessage('It is sunny')
  await expect(client.chat.postMessage({ channel: 'C0NOPE', text: 'x' })).rejects.toMatchObject({
    error: 'channel_not_found',
  })
  expect(ana.errors).toEqual([])
})
