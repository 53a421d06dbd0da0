import { ErrorCode, WebClientEvent } from '@slack/web-api'
import { describe, expect, test } from 'vitest'
import { createControlClient } from '#testing/control'
import { createClient, getRefusal, silentLogger } from '#testing/sdk'
import { startServer } from '#testing/server'

describe('the official client', () => {
  test('reads the scopes that its token has and those that the method accepts', async () => {
    const answer = await createClient(await startServer()).conversations.replies({
      channel: 'C0HELP',
      ts: '1767225600.000200',
    })

    expect(answer.response_metadata).toMatchObject({
      scopes: expect.arrayContaining(['chat:write', 'assistant:write', 'channels:history']),
      acceptedScopes: expect.arrayContaining(['channels:history', 'im:history']),
    })
  })

  test('learns which scope is missing', async () => {
    const client = createClient(await startServer(), 'xoxb-acme-reader')

    const { code, data } = await getRefusal(client.chat.postMessage({ channel: 'C0GENERAL', text: 'Hi' }))

    expect(code).toBe(ErrorCode.PlatformError)
    expect(data).toMatchObject({
      ok: false,
      error: 'missing_scope',
      needed: 'chat:write',
      provided: 'channels:history,channels:read',
      response_metadata: { scopes: ['channels:history', 'channels:read'], acceptedScopes: ['chat:write'] },
    })
  })

  test('logs the message about a wrong argument', async () => {
    const logged: unknown[] = []
    const logger = { ...silentLogger, error: (...words: unknown[]) => logged.push(words.join(' ')) }
    const client = createClient(await startServer(), 'xoxb-acme-scout', { logger })

    const { data } = await getRefusal(client.apiCall('chat.postMessage', { channel: 'C0GENERAL', blocks: '{' }))

    expect(data.error).toMatch(/^invalid_/)
    expect(logged).toHaveLength(1)
  })

  test('waits as long as Retry-After says, then retries by itself', async () => {
    const server = await startServer()
    const client = createClient(server)
    const waited: number[] = []
    client.on(WebClientEvent.RATE_LIMITED, (seconds: number) => waited.push(seconds))
    await client.users.info({ user: 'U0ANA' })
    await createControlClient(server).advanceClock('55s')

    const started = performance.now()
    // The workspace allows one call a minute, of which five seconds are left, or less if the machine is busy.
    const answer = await client.users.info({ user: 'U0BEN' })

    expect(answer.user?.name).toBe('ben')
    expect(waited).toHaveLength(1)
    const [seconds = 0] = waited
    expect([1, 2, 3, 4, 5]).toContain(seconds)
    expect(performance.now() - started).toBeGreaterThan(seconds * 1000 - 500)
  })

  test('throws at once, with the seconds to wait, when configured not to wait', async () => {
    const client = createClient(await startServer(), 'xoxb-acme-scout', { rejectRateLimitedCalls: true })
    await client.users.info({ user: 'U0ANA' })

    const refused = await getRefusal(client.users.info({ user: 'U0BEN' }))

    expect(refused).toMatchObject({ code: ErrorCode.RateLimitedError, retryAfter: 60 })
  })

  test('retries after an injected fault of the server, and the call takes effect once', async () => {
    const server = await startServer()
    await createControlClient(server).addFault({ method: 'chat.postMessage', status: 503, times: 1 })
    const client = createClient(server, 'xoxb-acme-scout', { retryConfig: { retries: 2, minTimeout: 50 } })

    const { ts } = await client.chat.postMessage({ channel: 'D0ANASCOUT', text: 'Once' })

    const { messages = [] } = await client.conversations.history({ channel: 'D0ANASCOUT' })
    expect(messages.filter(({ text }) => text === 'Once')).toMatchObject([{ ts }])
  })
})
