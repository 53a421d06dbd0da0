import { expect, test } from 'vitest'
import type { Rivulet } from '@rivulet/testing'
import { type Heard, startListener } from './listener.ts'

const ways = ['socket', 'http'] as const

/** Ana writes these, one after another. */
async function write(server: Rivulet, texts: string[], where = '@scout') {
  for (const text of texts) await server.person('ana').says(where, text)
}

async function whenHeard(server: Rivulet, heard: Heard, count: number): Promise<Heard> {
  await server.until(async () => heard.length >= count)
  await server.settled()
  return heard
}

test.each(ways)('[DEV-8] over %s, an event comes twice: Bolt hands both to the listeners', async (way) => {
  const { server, scout, heard } = await startListener(way)
  server.inject({ fault: 'event', how: 'twice', event: 'message.im' })

  await write(server, ['one', 'two'])
  await whenHeard(server, heard, 3)

  expect(heard).toHaveLength(3)
  expect(heard).toEqual(expect.arrayContaining(['one', ['one', 1], 'two']))
  const reason = way === 'socket' ? 'timeout' : 'http_timeout'
  const ofOne = scout.deliveries('message').filter(({ event }) => event['text'] === 'one')
  expect(ofOne.map(({ outcome, attempt, fault }) => [outcome, attempt, fault])).toEqual([
    ['sent', 0, 'twice'],
    [reason, 0, 'twice'],
    ['sent', 1, 'twice'],
    ['acknowledged', 1, 'twice'],
  ])
  expect(new Set(ofOne.map(({ event_id: id }) => id)).size).toBe(1)
})

test.each(ways)('[DEV-8] over %s, a late event holds up its conversation in order, and no other', async (way) => {
  const { server, scout, heard } = await startListener(way)
  server.clock.stand()
  server.inject({ fault: 'event', how: 'late', app: 'scout', delay: 60_000 })

  await write(server, ['one', 'two'])
  await write(server, ['elsewhere'], '#general')
  await whenHeard(server, heard, 1)
  expect(heard).toEqual(['elsewhere'])

  await server.clock.advance('1m')
  expect(await whenHeard(server, heard, 3)).toEqual(['elsewhere', 'one', 'two'])
  const faults = scout.deliveries('message').map(({ event, fault }) => [event['text'], fault])
  expect(new Map(faults as [string, string][])).toEqual(
    new Map<string, string | undefined>([
      ['elsewhere', undefined],
      ['one', 'late'],
      ['two', undefined],
    ]),
  )
})

test.each(ways)('[DEV-8] over %s, an event is overtaken by the next one of its conversation', async (way) => {
  const { server, heard } = await startListener(way)
  server.inject({ fault: 'event', how: 'out_of_order', delay: 600_000 })

  await write(server, ['one'])
  await write(server, ['elsewhere'], '#general')
  await write(server, ['two', 'three'])

  expect(await whenHeard(server, heard, 4)).toHaveLength(4)
  const here = heard.filter((text) => text !== 'elsewhere')
  expect(here.indexOf('one')).toBeGreaterThan(here.indexOf('two'))
})

test('[DEV-8] an event that nothing overtakes comes when its time is over', async () => {
  const { server, heard } = await startListener()
  server.clock.stand()
  server.inject({ fault: 'event', how: 'out_of_order' })
  await write(server, ['one'])
  await server.settled()
  expect(heard).toEqual([])
  await server.clock.advance('3s')
  expect(await whenHeard(server, heard, 1)).toEqual(['one'])
})

test('[DEV-8] chance meets the same events in every run', async () => {
  const texts = Array.from({ length: 12 }, (_, i) => String(i))
  const run = async (seed: number) => {
    const { server, heard } = await startListener()
    server.inject({ fault: 'event', how: 'twice', event: 'message', probability: 0.4, seed })
    await write(server, texts)
    await server.until(async () => texts.every((text) => heard.includes(text)))
    await server.settled()
    return heard.flatMap((one) => (typeof one === 'string' ? [] : [one[0]])).toSorted()
  }
  const [first, second, other] = [await run(7), await run(7), await run(8)]
  expect(second).toEqual(first)
  expect(other).not.toEqual(first)
  expect(first.length).toBeGreaterThan(0)
})

test('[DEV-8] a fault of another app or event spares an event', async () => {
  const { server, heard } = await startListener()
  server.inject({ fault: 'event', how: 'twice', event: 'message.channels', times: 9 })
  server.inject({ fault: 'event', how: 'late', event: 'reaction_added', delay: 600_000 })
  await write(server, ['one'])
  expect(await whenHeard(server, heard, 1)).toEqual(['one'])
  expect(() => server.inject({ fault: 'event', how: 'twice', app: 'nobody' })).toThrow(
    'There is no app "nobody". There are: Scout.',
  )
})
