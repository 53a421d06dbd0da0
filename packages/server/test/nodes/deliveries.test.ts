import { LogLevel, SocketModeClient } from '@slack/socket-mode'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startHttpApp } from '#testing/apps/httpApp'
import { connectApp } from '#testing/apps/socketModeClient'
import { postgres } from '#testing/database/postgres'
import { createNodes, say } from '#testing/nodes/nodes'
import { appToken, scoutFile } from '#testing/workspace/scout'

const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(i))

describe.skipIf(!postgres)('deliveries on a shared database', () => {
  test('[NOD-4] an app with sockets at two nodes gets each event once, in order within a channel', async () => {
    const { launch, query, unexpectedErrors } = await createNodes()
    const nodes = [await launch(), await launch()] as const
    const arrived: (Arrival & { channel: string })[] = []
    for (const { url } of nodes) {
      const client = await connectSdk(url)
      client.on('message', async ({ ack, event, body, retry_num: attempt }) => {
        arrived.push({ id: body.event_id, channel: event.channel, text: event.text, attempt })
        await ack()
      })
    }
    const texts = numbers(40)
    for (const [i, text] of texts.entries())
      await Promise.all([say(nodes[i % 2]!, text), say(nodes[(i + 1) % 2]!, text, 'C0GENERAL')])
    await expect.poll(() => new Set(arrived.map(({ id }) => id)).size).toBe(2 * texts.length)
    await expect.poll(() => query('select * from deliveries')).toEqual([])
    for (const channel of ['C0HELP', 'C0GENERAL'])
      expect(firsts(arrived.filter((event) => event.channel === channel))).toEqual(texts)
    expect(unexpectedErrors).toEqual([])
  })

  test('[NOD-4] only a node with a socket of the app delivers to it', async () => {
    const { launch, query } = await createNodes()
    const [first, second] = [await launch(), await launch()]
    const app = await connectApp(second.url)
    for (const text of numbers(10)) await say(first, text)
    await app.until(() => app.envelopes().length >= 10)
    expect(app.messageTexts()).toEqual(numbers(10))
    await expect.poll(() => query('select * from deliveries')).toEqual([])
  })

  test('[NOD-5] a node that is killed loses nothing, and what it may have sent is a repetition', async () => {
    const { launch, spawn, query } = await createNodes()
    const killed = await spawn()
    const other = await launch()
    const silent = await connectApp(killed.url, { acks: false })
    await say(other, '0')
    await say(other, '1')
    await silent.until(() => silent.envelopes().length >= 2)
    killed.child.kill('SIGKILL')
    await killed.ended
    // These were never sent by the node that is gone.
    await say(other, '2')
    await say(other, '3')
    const app = await connectApp(other.url)
    await app.until(() => app.envelopes().length >= 4)
    expect(app.messageTexts()).toEqual(numbers(4))
    const attempts = app.envelopes().map(({ retry_attempt, retry_reason }) => [retry_attempt, retry_reason])
    const again = [expect.any(Number), 'connection_failed']
    expect(attempts).toEqual([again, again, [0, ''], [0, '']])
    expect(attempts.slice(0, 2).every(([attempt]) => Number(attempt) > 0)).toBe(true)
    const ids = (envelopes: { payload: Record<string, unknown> }[]) =>
      envelopes.map(({ payload }) => payload['event_id'])
    expect(ids(app.envelopes()).slice(0, 2)).toEqual([...new Set(ids(silent.envelopes()))])
    await expect.poll(() => query('select * from deliveries')).toEqual([])
  })

  test('[EVT-6] what waits is kept for the full time from the start of the first node, not of each', async () => {
    const { launch, query } = await createNodes()
    const first = await launch()
    await say(first, '0')
    await expect.poll(() => query('select * from deliveries')).toHaveLength(1)
    const [{ until } = { until: 0 }] = await query(
      'update deliveries set kept_until = kept_until - 60000 returning kept_until as until',
    )
    const keptUntil = async () => Number((await query('select kept_until from deliveries'))[0]?.['kept_until'])
    const second = await launch()
    expect(await keptUntil()).toBe(Number(until))
    await first.stop()
    await second.stop()
    await launch()
    expect(await keptUntil()).toBeGreaterThan(Number(until))
  })

  test('[NOD-3] what a stopping node could not deliver goes to another at once', async () => {
    const { launch, query } = await createNodes()
    const [first, second] = [await launch(), await launch()]
    const silent = await connectApp(first.url, { acks: false })
    await say(second, '0')
    await silent.until(() => silent.envelopes().length > 0)
    await first.stop()
    // Nothing is left whose time would have to run out.
    expect(await query('select node from deliveries where node in (select id from nodes)')).toEqual([])
    const app = await connectApp(second.url)
    await app.until(() => app.envelopes().length > 0)
    expect(app.envelopes()[0]?.retry_attempt).toBeGreaterThan(0)
  })

  test('[NOD-5] what a living node has taken and forgotten goes to another, as a repetition', async () => {
    const { launch, query } = await createNodes()
    const [first, second] = [await launch(), await launch()]
    for (const text of numbers(3)) await say(first, text)
    await expect.poll(() => query('select * from deliveries')).toHaveLength(3)
    // As when the database was away at the moment at which the row had to be changed.
    const [node] = await query('select id from nodes order by id limit 1')
    await query('update deliveries set node = $1', [node?.['id']])
    const app = await connectApp(second.url)
    await app.until(() => app.envelopes().length >= 3)
    expect(app.messageTexts()).toEqual(numbers(3))
    expect(app.envelopes().map(({ retry_attempt }) => retry_attempt > 0)).toEqual([true, true, true])
    await expect.poll(() => query('select * from deliveries')).toEqual([])
  })

  test('[NOD-5] an HTTP app whose places are all taken and forgotten is posted to again', async () => {
    const app = await startHttpApp()
    const file = scoutFile({ events: ['message.channels'], requestUrl: app.url })
    const { launch, query } = await createNodes(file)
    const node = await launch()
    await expect.poll(() => query('select id from apps where events_verified is not null')).toHaveLength(1)
    app.answerWith((response) => response.writeHead(500).end())
    for (const text of numbers(12)) await say(node, text)
    // Each has failed twice and waits a minute, so nothing is under way and no row changes while they are taken.
    await expect.poll(() => query('select * from deliveries where attempt = 2 and node is null')).toHaveLength(12)
    await query('update deliveries set node = (select id from nodes), due_at = 0, attempt = 1')
    app.answerWith((response) => response.end())
    await expect.poll(() => query('select * from deliveries')).toEqual([])
    expect(new Set(app.messageTexts())).toEqual(new Set(numbers(12)))
  })

  test('[NOD-4] HTTP events are posted once, in order, whichever node recorded them', async () => {
    const app = await startHttpApp()
    const file = scoutFile({ events: ['message.channels'], requestUrl: app.url })
    const { launch, query, unexpectedErrors } = await createNodes(file)
    const nodes = [await launch(), await launch()] as const
    for (const [i, text] of numbers(40).entries()) await say(nodes[i % 2]!, text)
    await expect.poll(() => new Set(app.messageTexts()).size).toBe(40)
    await expect.poll(() => query('select * from deliveries')).toEqual([])
    const arrived = app.events().map(({ headers, body: { event_id: id, event } }) => ({
      id,
      text: event.text,
      attempt: Number(headers['x-slack-retry-num'] ?? 0),
    }))
    expect(firsts(arrived)).toEqual(numbers(40))
    expect(unexpectedErrors).toEqual([])
  })

  test('[NOD-5] an HTTP event whose node was killed during the request is posted again by another', async () => {
    const app = await startHttpApp()
    const file = scoutFile({ events: ['message.channels'], requestUrl: app.url })
    const { launch, spawn, query } = await createNodes(file)
    const killed = await spawn()
    await expect.poll(() => query('select id from apps where events_verified is not null')).toHaveLength(1)
    app.answerWith(() => {})
    await say(killed, 'once or twice')
    await expect.poll(() => app.events().length).toBe(1)
    killed.child.kill('SIGKILL')
    await killed.ended
    app.answerWith((response) => response.end())
    await launch()
    await expect.poll(() => app.events().length).toBe(2)
    const [first, second] = app.events()
    expect(second?.body['event_id']).toBe(first?.body['event_id'])
    expect(second?.headers).toMatchObject({ 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'connection_failed' })
    await expect.poll(() => query('select * from deliveries')).toEqual([])
  })
})

interface Arrival {
  id: string
  text: string
  attempt: number
}

/** The texts of events in the order in which they came first. What came again has to say so. */
function firsts(arrived: readonly Arrival[]): string[] {
  const byId = [...Map.groupBy(arrived, ({ id }) => id).values()]
  for (const [, ...again] of byId) expect(again.every(({ attempt }) => attempt > 0)).toBe(true)
  return byId.map(([first]) => first!.text)
}

/** Connects the official client of Socket Mode as Scout. */
async function connectSdk(url: string): Promise<SocketModeClient> {
  const clientOptions = { slackApiUrl: `${url}/api/` }
  const client = new SocketModeClient({ appToken, clientOptions, logLevel: LogLevel.ERROR })
  await client.start()
  onTestFinished(() => client.disconnect())
  return client
}
