import { ErrorCode, WebClientEvent } from '@slack/web-api'
import { describe, expect, test } from 'vitest'
import { controlOf } from '#testing/control'
import { clientOf, refusalOf, silent } from '#testing/sdk'
import { aServer } from '#testing/server'

describe('the official client', () => {
  test('reads who it is, and the scopes that it has and that the method takes', async () => {
    const answer = await clientOf(await aServer()).conversations.replies({ channel: 'C0HELP', ts: '1767225600.000200' })

    expect(answer.response_metadata).toMatchObject({
      scopes: expect.arrayContaining(['chat:write', 'assistant:write', 'channels:history']),
      acceptedScopes: expect.arrayContaining(['channels:history', 'im:history']),
    })
  })

  test('is told which scope is missing', async () => {
    const client = clientOf(await aServer(), 'xoxb-acme-reader')

    const { code, data } = await refusalOf(client.chat.postMessage({ channel: 'C0GENERAL', text: 'Hi' }))

    expect(code).toBe(ErrorCode.PlatformError)
    expect(data).toMatchObject({
      ok: false,
      error: 'missing_scope',
      needed: 'chat:write',
      provided: 'channels:history,channels:read',
      response_metadata: { scopes: ['channels:history', 'channels:read'], acceptedScopes: ['chat:write'] },
    })
  })

  test('is told what is wrong with an argument, in words that it logs', async () => {
    const logged: unknown[] = []
    const logger = { ...silent, error: (...words: unknown[]) => logged.push(words.join(' ')) }
    const client = clientOf(await aServer(), 'xoxb-acme-scout', { logger })

    const { data } = await refusalOf(client.apiCall('chat.postMessage', { channel: 'C0GENERAL', blocks: '{' }))

    expect(data.error).toMatch(/^invalid_/)
    expect(logged).toHaveLength(1)
  })

  test('waits as long as Retry-After says, and then goes on by itself', async () => {
    const server = await aServer()
    const client = clientOf(server)
    const waited: number[] = []
    client.on(WebClientEvent.RATE_LIMITED, (seconds: number) => waited.push(seconds))
    await client.users.info({ user: 'U0ANA' })
    await controlOf(server).advance('58s')

    const started = performance.now()
    // The workspace allows one call a minute, of which two seconds are left; the server's clock goes on by itself.
    const answer = await client.users.info({ user: 'U0BEN' })

    expect(answer.user?.name).toBe('ben')
    expect(waited).toEqual([2])
    expect(performance.now() - started).toBeGreaterThan(1500)
  })

  test('throws at once with the seconds to wait where it is told not to wait', async () => {
    const client = clientOf(await aServer(), 'xoxb-acme-scout', { rejectRateLimitedCalls: true })
    await client.users.info({ user: 'U0ANA' })

    const refused = await refusalOf(client.users.info({ user: 'U0BEN' }))

    expect(refused).toMatchObject({ code: ErrorCode.RateLimitedError, retryAfter: 60 })
  })

  test('tries again after an ordered fault of the server, and the call happens once', async () => {
    const server = await aServer()
    await controlOf(server).fault({ method: 'chat.postMessage', status: 503, times: 1 })
    const client = clientOf(server, 'xoxb-acme-scout', { retryConfig: { retries: 2, minTimeout: 50 } })

    const { ts } = await client.chat.postMessage({ channel: 'D0ANASCOUT', text: 'Once' })

    const { messages = [] } = await client.conversations.history({ channel: 'D0ANASCOUT' })
    expect(messages.filter(({ text }) => text === 'Once')).toMatchObject([{ ts }])
  })
})
