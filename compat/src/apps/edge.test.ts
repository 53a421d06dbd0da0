import { Assistant, SlackApp } from 'slack-edge'
import { SlackAPIClient } from 'slack-web-api-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { controlOf } from '#testing/control'
import { aPerson } from '#testing/person'
import { anAppServer, type Server } from '#testing/server'

/** slack-edge has no setting for the address of the API, so its calls are led here. */
function leadHere(server: Server): void {
  const { fetch } = globalThis
  const led = (request: Request) => {
    const path = request.url.replace('https://slack.com/api/', '')
    return fetch(path === request.url ? request : new Request(server.api + path, request))
  }
  vi.stubGlobal('fetch', (input: Request | string, init?: RequestInit) => led(new Request(input, init)))
  for (const level of ['log', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => {})
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}

test('slack-edge answers a mention over Socket Mode', async () => {
  const server = await anAppServer()
  leadHere(server)
  const env = { SLACK_BOT_TOKEN: 'xoxb-acme-echo', SLACK_APP_TOKEN: 'xapp-acme-echo' }
  const app = new SlackApp({ env, socketMode: true })
  app.event('app_mention', async ({ payload, context }) => {
    await context.say({ thread_ts: payload.ts, text: `Hello <@${payload.user}>` })
  })
  await app.connect()
  onTestFinished(() => app.disconnect())
  const ana = await aPerson(server, 'Ana Lima', '/c/C0GENERAL')

  await ana.says('@Echo are you there?')
  await ana.opens('are you there?')
  await ana.reads('Hello @Ana')
  expect(ana.complaints).toEqual([])
})

test("slack-edge's assistant greets, thinks, names the thread, and knows where the person looks", async () => {
  const server = await anAppServer()
  leadHere(server)
  const env = { SLACK_BOT_TOKEN: 'xoxb-acme-sage', SLACK_APP_TOKEN: 'xapp-acme-sage' }
  const app = new SlackApp({ env, socketMode: true })
  const seen = Promise.withResolvers<void>()
  app.assistant(
    new Assistant({
      async threadStarted({ context: { say, setSuggestedPrompts } }) {
        await say({ text: 'How can I help?' })
        await setSuggestedPrompts({ title: 'Ask me', prompts: [{ title: 'The tide', message: 'When is high tide?' }] })
      },
      // Nothing for a changed context: the library keeps it in the metadata of the greeting, by a call of its own.
      async userMessage({ payload, context: { say, setStatus, setTitle, threadContext } }) {
        await setTitle({ title: payload.text ?? '' })
        await setStatus({ status: 'is looking at the sea...' })
        await seen.promise
        const looking = threadContext?.channel_id
        await say({ text: looking ? `At noon in <#${looking}>` : 'At noon everywhere' })
      },
    }),
  )
  await app.connect()
  onTestFinished(() => app.disconnect())
  const ana = await aPerson(server, 'Ana Lima', '/c/D0ANASAGE')

  await ana.reads('How can I help?')
  await ana.page.getByRole('button', { name: 'The tide' }).click()
  await expect.poll(() => ana.statuses()).toContain('Sage is looking at the sea...')
  seen.resolve()
  await ana.reads('At noon everywhere')
  await ana.goes('general')
  await ana.reads('Good morning')
  await ana.goes('Sage')
  await ana.page.getByRole('article', { name: 'Conversation: When is high tide?' }).waitFor()
  await expect.poll(() => controlOf(server).calls()).toContainEqual(expect.objectContaining({ method: 'chat.update' }))
  await ana.says('And now?')
  await ana.reads('At noon in #general')
  expect(ana.complaints).toEqual([])
})

test('slack-web-api-client streams, and is refused with the word', async () => {
  const server = await anAppServer()
  const client = new SlackAPIClient('xoxb-acme-echo', { baseUrl: server.api })
  const ana = await aPerson(server, 'Ana Lima', '/c/C0GENERAL')
  const { team_id = '' } = await client.auth.test()
  const thread = { channel: 'C0GENERAL', thread_ts: '1767225600.000100' }
  const recipient = { recipient_user_id: 'U0ANA', recipient_team_id: team_id }

  const { ts = '' } = await client.chat.startStream({ ...thread, ...recipient, markdown_text: 'It is ' })
  await client.chat.appendStream({ channel: thread.channel, ts, markdown_text: '**sunny**' })
  await client.chat.stopStream({ channel: thread.channel, ts })

  await ana.opens('Good morning')
  await ana.reads('It is sunny')
  await expect(client.chat.postMessage({ channel: 'C0NOPE', text: 'x' })).rejects.toMatchObject({
    error: 'channel_not_found',
  })
  expect(ana.complaints).toEqual([])
})
