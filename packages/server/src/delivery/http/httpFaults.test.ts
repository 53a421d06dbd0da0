import type { ServerResponse } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { startServerWithHttpApp, waitForQuiet } from '#testing/apps/httpAppServer'

const minute = 60_000

describe('[EVT-12] faults', () => {
  test('an app that answers 500 is posted to again at once, after one minute and after five, and then no more', async () => {
    const { app, sendMessage, outcomes, reasons, countPending, clock } = await startServerWithHttpApp()
    app.answerWith((response) => response.writeHead(500).end('Sorry.'))
    await sendMessage('Hm')
    await expect.poll(() => app.events().length).toBe(2)
    await expect.poll(outcomes).toContain('1 http_error')
    clock.advance(minute - 1000)
    await waitForQuiet()
    expect(app.events()).toHaveLength(2)
    clock.advance(1000)
    await expect.poll(() => app.events().length).toBe(3)
    await expect.poll(outcomes).toContain('2 http_error')
    clock.advance(5 * minute - 1000)
    await waitForQuiet()
    expect(app.events()).toHaveLength(3)
    clock.advance(1000)
    await expect.poll(outcomes).toContain('3 given_up')
    const all = app.events()
    expect(all).toHaveLength(4)
    expect(all.map(({ headers }) => [headers['x-slack-retry-num'], headers['x-slack-retry-reason']])).toEqual([
      [undefined, undefined],
      ['1', 'http_error'],
      ['2', 'http_error'],
      ['3', 'http_error'],
    ])
    expect(new Set(all.map(({ body }) => body['event_id'])).size).toBe(1)
    expect(all.every(({ signed }) => signed)).toBe(true)
    expect(await countPending()).toBe(0)
    const tried = [0, 1, 2, 3].flatMap((n) => [`${n} sent`, `${n} http_error: The app answered 500.`])
    expect(await reasons()).toEqual([...tried, '3 given_up: All 4 attempts failed.'])
  })

  test('an app that is down for six minutes loses no event, and gets the reason of each retry', async () => {
    const { app, sendMessage, outcomes, reasons, countPending, clock } = await startServerWithHttpApp()
    await sendMessage('before')
    await expect.poll(app.messageTexts).toEqual(['before'])
    await app.stop()
    await sendMessage('while down')
    await expect.poll(outcomes).toContain('1 connection_failed')
    clock.advance(minute)
    await expect.poll(outcomes).toContain('2 connection_failed')
    clock.advance(5 * minute - 1000)
    await app.restart()
    await sendMessage('after')
    await expect.poll(app.messageTexts).toEqual(['before', 'after'])
    clock.advance(1000)
    await expect.poll(app.messageTexts).toEqual(['before', 'after', 'while down'])
    expect(app.events().at(-1)?.headers).toMatchObject({
      'x-slack-retry-num': '3',
      'x-slack-retry-reason': 'connection_failed',
    })
    await expect.poll(countPending).toBe(0)
    const refused = `connect ECONNREFUSED ${new URL(app.url).host}`
    const tried = [0, 1, 2].flatMap((n) => [`${n} sent`, `${n} connection_failed: ${refused}`])
    const fine = ['0 sent', '0 acknowledged']
    expect(await reasons()).toEqual([...fine, ...tried, ...fine, '3 sent', '3 acknowledged'])
  })

  test('an answer after 2.9 seconds is in time, and after 3.1 seconds it is http_timeout', async () => {
    const { app, sendMessage, reasons, journal, clock } = await startServerWithHttpApp()
    await sendMessage('first')
    await expect.poll(reasons).toEqual(['0 sent', '0 acknowledged'])
    const unanswered: ServerResponse[] = []
    app.answerWith((response) => void unanswered.push(response))
    await sendMessage('slow')
    await expect.poll(() => unanswered.length).toBe(1)
    clock.advance(2900)
    await new Promise((done) => setTimeout(done, 100))
    unanswered[0]?.end()
    await expect.poll(reasons).toEqual(['0 sent', '0 acknowledged', '0 sent', '0 acknowledged'])
    expect((await journal()).at(-1)).toMatchObject({ took_ms: 2900 })
    await sendMessage('slower')
    await expect.poll(() => unanswered.length).toBe(2)
    app.answerWith((response) => response.end())
    clock.advance(3100)
    await expect.poll(() => app.events().length).toBe(4)
    expect(app.events().at(-1)?.headers).toMatchObject({
      'x-slack-retry-num': '1',
      'x-slack-retry-reason': 'http_timeout',
    })
    const late = '0 http_timeout: The app did not answer within 3000 ms.'
    await expect.poll(async () => (await reasons()).slice(4)).toEqual(['0 sent', late, '1 sent', '1 acknowledged'])
    expect((await journal()).find(({ outcome }) => outcome === 'http_timeout')).toMatchObject({ took_ms: 3100 })
  })

  test('an app that redirects in circles is too_many_redirects after three requests', async () => {
    const { app, sendMessage, journal, outcomes, reasons, clock } = await startServerWithHttpApp()
    app.answerWith((response) => response.writeHead(302, { location: app.url }).end())
    await sendMessage('round')
    await expect.poll(outcomes).toContain('1 too_many_redirects')
    expect(app.events()).toHaveLength(6)
    clock.advance(minute)
    await expect.poll(outcomes).toContain('2 too_many_redirects')
    clock.advance(5 * minute)
    await expect.poll(outcomes).toContain('3 given_up')
    const tried = [0, 1, 2, 3].flatMap((n) => [`${n} sent`, `${n} too_many_redirects: More than 2 redirects.`])
    expect(await reasons()).toEqual([...tried, '3 given_up: All 4 attempts failed.'])
    const [failed] = (await journal()).filter(({ outcome }) => outcome === 'too_many_redirects')
    expect(failed).toMatchObject({ status: 302, url: app.url })
  })

  test('a redirect to a forbidden address is not followed', async () => {
    const { app, sendMessage, reasons } = await startServerWithHttpApp()
    app.answerWith((response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end())
    await sendMessage('away')
    const why = '169.254.169.254 is not on the public internet. The setting app_networks can allow it.'
    await expect.poll(reasons).toContain(`1 connection_failed: ${why}`)
  })

  test('an app that breaks off is connection_failed', async () => {
    const { app, sendMessage, reasons } = await startServerWithHttpApp()
    app.answerWith((response) => response.destroy())
    await sendMessage('cut')
    await expect.poll(reasons).toContain('1 connection_failed: socket hang up')
  })

  test('X-Slack-No-Retry on a failure prevents retries', async () => {
    const { app, sendMessage, outcomes, countPending } = await startServerWithHttpApp()
    app.answerWith((response) => response.writeHead(500, { 'X-Slack-No-Retry': '1' }).end())
    await sendMessage('Hm')
    await expect.poll(outcomes).toEqual(['0 sent', '0 http_error', '0 given_up'])
    expect(await countPending()).toBe(0)
  })

  test('requests under way when the server stops are repeated when it is back', async () => {
    const { app, sendMessage, end, store } = await startServerWithHttpApp()
    await sendMessage('first')
    await expect.poll(app.messageTexts).toEqual(['first'])
    const written = vi.fn<() => void>()
    const unanswered: ServerResponse[] = []
    app.answerWith((response) => void unanswered.push(response))
    await sendMessage('second')
    await expect.poll(app.messageTexts).toEqual(['first', 'second'])
    const left = store.db.selectFrom('deliveries').selectAll()
    expect(await left.execute()).toHaveLength(1)
    const ending = end()
    unanswered[0]?.end(written)
    await ending
    expect(written).toHaveBeenCalledTimes(1)
  })
})
