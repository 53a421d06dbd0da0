import type { ServerResponse } from 'node:http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { resetClock, turnClock } from '#domain/clock'
import { anAppByHttp, quiet } from '#testing/apps/httpScene'

const minute = 60_000

describe('[EVT-12] faults', () => {
  test('an app that answers 500 is posted again at once, after a minute and after five, and then no more', async () => {
    const { app, say, outcomes, reasons, waiting } = await anAppByHttp()
    app.answers((response) => response.writeHead(500).end('Sorry.'))
    await say('Hm')
    await expect.poll(() => app.events().length).toBe(2)
    await expect.poll(outcomes).toContain('1 http_error')
    turnClock(minute - 1000)
    await quiet()
    expect(app.events()).toHaveLength(2)
    turnClock(1000)
    await expect.poll(() => app.events().length).toBe(3)
    await expect.poll(outcomes).toContain('2 http_error')
    turnClock(5 * minute - 1000)
    await quiet()
    expect(app.events()).toHaveLength(3)
    turnClock(1000)
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
    expect(await waiting()).toBe(0)
    const tried = [0, 1, 2, 3].flatMap((n) => [`${n} sent`, `${n} http_error: It answered 500.`])
    expect(await reasons()).toEqual([...tried, '3 given_up: Tried 4 times in vain.'])
  })

  test('an app that is down for six minutes gets what happened, with the reason, and loses nothing', async () => {
    const { app, say, outcomes, reasons, waiting } = await anAppByHttp()
    await say('before')
    await expect.poll(app.texts).toEqual(['before'])
    await app.down()
    await say('while down')
    await expect.poll(outcomes).toContain('1 connection_failed')
    turnClock(minute)
    await expect.poll(outcomes).toContain('2 connection_failed')
    turnClock(5 * minute - 1000)
    await app.up()
    await say('after')
    await expect.poll(app.texts).toEqual(['before', 'after'])
    turnClock(1000)
    await expect.poll(app.texts).toEqual(['before', 'after', 'while down'])
    expect(app.events().at(-1)?.headers).toMatchObject({
      'x-slack-retry-num': '3',
      'x-slack-retry-reason': 'connection_failed',
    })
    await expect.poll(waiting).toBe(0)
    const refused = `connect ECONNREFUSED ${new URL(app.url).host}`
    const tried = [0, 1, 2].flatMap((n) => [`${n} sent`, `${n} connection_failed: ${refused}`])
    const fine = ['0 sent', '0 acknowledged']
    expect(await reasons()).toEqual([...fine, ...tried, ...fine, '3 sent', '3 acknowledged'])
  })

  test('an answer after 2.9 seconds is one, and after 3.1 seconds it is http_timeout', async () => {
    const { app, say, reasons, journal } = await anAppByHttp()
    await say('first')
    await expect.poll(reasons).toEqual(['0 sent', '0 acknowledged'])
    // Only what is turned goes by.
    const standing = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    onTestFinished(() => standing.mockRestore())
    const held: ServerResponse[] = []
    app.answers((response) => void held.push(response))
    await say('slow')
    await expect.poll(() => held.length).toBe(1)
    turnClock(2900)
    await new Promise((done) => setTimeout(done, 100))
    held[0]?.end()
    await expect.poll(reasons).toEqual(['0 sent', '0 acknowledged', '0 sent', '0 acknowledged'])
    expect((await journal()).at(-1)).toMatchObject({ took_ms: 2900 })
    await say('slower')
    await expect.poll(() => held.length).toBe(2)
    app.answers((response) => response.end())
    turnClock(3100)
    await expect.poll(() => app.events().length).toBe(4)
    expect(app.events().at(-1)?.headers).toMatchObject({
      'x-slack-retry-num': '1',
      'x-slack-retry-reason': 'http_timeout',
    })
    const late = '0 http_timeout: No answer within 3000 ms.'
    await expect.poll(async () => (await reasons()).slice(4)).toEqual(['0 sent', late, '1 sent', '1 acknowledged'])
    expect((await journal()).find(({ outcome }) => outcome === 'http_timeout')).toMatchObject({ took_ms: 3100 })
  })

  test('one that redirects in circles is too_many_redirects, after three requests', async () => {
    const { app, say, journal, outcomes, reasons } = await anAppByHttp()
    app.answers((response) => response.writeHead(302, { location: app.url }).end())
    await say('round')
    await expect.poll(outcomes).toContain('1 too_many_redirects')
    expect(app.events()).toHaveLength(6)
    turnClock(minute)
    await expect.poll(outcomes).toContain('2 too_many_redirects')
    turnClock(5 * minute)
    await expect.poll(outcomes).toContain('3 given_up')
    const tried = [0, 1, 2, 3].flatMap((n) => [`${n} sent`, `${n} too_many_redirects: More than 2 redirects.`])
    expect(await reasons()).toEqual([...tried, '3 given_up: Tried 4 times in vain.'])
    const [failed] = (await journal()).filter(({ outcome }) => outcome === 'too_many_redirects')
    expect(failed).toMatchObject({ status: 302, url: app.url })
  })

  test('one that redirects to where nothing may be sent is not followed', async () => {
    const { app, say, reasons } = await anAppByHttp()
    app.answers((response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end())
    await say('away')
    const why = '169.254.169.254 is not on the public internet: the setting app_networks allows it.'
    await expect.poll(reasons).toContain(`1 connection_failed: ${why}`)
  })

  test('one that breaks off is connection_failed', async () => {
    const { app, say, reasons } = await anAppByHttp()
    app.answers((response) => response.destroy())
    await say('cut')
    await expect.poll(reasons).toContain('1 connection_failed: socket hang up')
  })

  test('X-Slack-No-Retry of a failure is the end of it', async () => {
    const { app, say, outcomes, waiting } = await anAppByHttp()
    app.answers((response) => response.writeHead(500, { 'X-Slack-No-Retry': '1' }).end())
    await say('Hm')
    await expect.poll(outcomes).toEqual(['0 sent', '0 http_error', '0 given_up'])
    expect(await waiting()).toBe(0)
  })

  test('what is under way when the server goes down comes again when it is back', async () => {
    const { app, say, end, store } = await anAppByHttp()
    await say('first')
    await expect.poll(app.texts).toEqual(['first'])
    const written = vi.fn<() => void>()
    app.answers((response) => {
      setTimeout(() => response.end(written), 500)
    })
    await say('second')
    await expect.poll(app.texts).toEqual(['first', 'second'])
    const left = store.db.selectFrom('deliveries').selectAll()
    expect(await left.execute()).toHaveLength(1)
    await end()
    expect(written).toHaveBeenCalledTimes(1)
  })
})

test.afterEach(resetClock)
