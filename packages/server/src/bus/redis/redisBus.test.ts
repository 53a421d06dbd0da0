import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from 'redis'
import { busContract } from '#testing/contract/bus'
import { redisProgram, startRedisServer } from '#testing/database/redisServer'
import { patience } from '#testing/database/databases'
import type { News } from '#store/news'
import { parseRedisAddress } from './address.ts'
import { RedisConnection } from './connection.ts'
import { RedisBus } from './redisBus.ts'

const entry = { kind: 'delta' as const, team_id: 'T1', channel_id: 'C1', ts: '1.1', subject: null, n: 1, body: null }
const newsOf = (last: number): News => ({
  team: 'T1',
  last,
  logged: { after: last - 1, entries: [{ ...entry, seq: last }] },
})

// Nothing is there at this port.
const alone = await RedisConnection.open({
  address: parseRedisAddress('redis://127.0.0.1:1'),
  prefix: 'test:',
  patienceMs: 100,
  onNotice: () => {},
})
alone.close()

describe.skipIf(!redisProgram)('a bus over Redis', () => {
  describe('that is away', () => busContract(() => new RedisBus(alone, () => false)))

  test('[BUS-5] brings news with their entries to followers of the team in other processes, and to no others', async () => {
    const { open, channels } = await startScene()
    const [one, other] = [await open(), await open()]
    const [here, there, elsewhere] = [follow(one), follow(other), follow(other, 'T2')]
    await expect.poll(channels).toEqual(['all', 'log:T1', 'log:T2'])
    one.publish(newsOf(1))
    one.publish(newsOf(2))
    expect(here).toEqual([newsOf(1), newsOf(2)])
    await expect.poll(() => there.filter(({ logged }) => logged)).toEqual([newsOf(1), newsOf(2)])
    // The beat comes to the same followers, and not back to this process.
    await expect.poll(() => there.at(-1)).toEqual({ team: 'T1', last: 2 })
    expect(here.length).toBe(2)
    expect(elsewhere).toEqual([])
  })

  test('[BUS-5] nobody receives what nobody follows any more', async () => {
    const { open, channels } = await startScene()
    const bus = await open()
    const leave = [bus.follow('T1', () => {}), bus.follow('T1', () => {})]
    await expect.poll(channels).toEqual(['all', 'log:T1'])
    leave[0]?.()
    leave[0]?.()
    bus.follow('T2', () => {})
    await expect.poll(channels).toEqual(['all', 'log:T1', 'log:T2'])
    leave[1]?.()
    await expect.poll(channels).toEqual(['all', 'log:T2'])
  })

  test('[BUS-5] who follows a team again before Redis has answered hears of it', async () => {
    const { open, channels } = await startScene()
    const bus = await open()
    // Redis answers between some of these turns, and not between others.
    const followed: string[] = []
    for (let n = 0; n < 300; n++) {
      const wait = async (turns: number) => {
        for (; turns > 0; turns--) await setImmediate()
      }
      const team = `T${1000 + n}`
      followed.push(team)
      const leave = bus.follow(team, () => {})
      await wait(n % 5)
      leave()
      await wait(n % 4)
      bus.follow(team, () => {})()
      await wait(n % 3)
      bus.follow(team, () => {})
    }
    await expect.poll(channels).toEqual(['all', ...followed.map((team) => `log:${team}`)])
  })

  test('[BUS-5] entries of more than 64 kB stay in the log, and followers are woken', async () => {
    const { open, channels } = await startScene()
    const [one, other] = [await open(), await open()]
    const there = follow(other)
    await expect.poll(channels).toEqual(['all', 'log:T1'])
    const body = { text: 'é'.repeat(33_000) }
    one.publish({
      team: 'T1',
      last: 7,
      logged: { after: 6, entries: [Object.assign(newsOf(7).logged!.entries[0]!, { body })] },
    })
    await expect.poll(() => there[0]).toEqual({ team: 'T1', last: 7 })
  })

  test('[BUS-5] who has missed the message hears by the beat how far the team is', async () => {
    const { open, channels, connections } = await startScene()
    const [one, other] = [await open(), await open()]
    const there = follow(other)
    await expect.poll(channels).toEqual(['all', 'log:T1'])
    const lost = vi.spyOn(connections[0]!, 'tell').mockImplementation(() => {})
    one.publish(newsOf(8))
    one.publish(newsOf(9))
    lost.mockRestore()
    await expect.poll(() => there).toEqual([{ team: 'T1', last: 9 }])
  })

  test('[BUS-5] what cannot be read is a lost message', async () => {
    const { open, channels, raw } = await startScene()
    const [one, other] = [await open(), await open()]
    const there = follow(other)
    await expect.poll(channels).toEqual(['all', 'log:T1'])
    const logged = (news: object) => JSON.stringify({ ...newsOf(1), logged: { after: 0, entries: [entry], ...news } })
    const wrong = [
      '{',
      'null',
      '{"moved":7}',
      '{"moved":[7]}',
      '{"moved":[["T1","1"]]}',
      '{"changed":7}',
      '{"team":"T1","last":1.5}',
      '{"team":"T1","last":1,"logged":{}}',
      '{"team":"T1","last":9e15,"logged":7}',
      logged({}),
      logged({ after: 7, entries: newsOf(8).logged?.entries }),
      logged({ entries: [{ ...entry, seq: 9e15 }] }),
      logged({ entries: [{ ...entry, seq: 1, team_id: 'T2' }] }),
      logged({ entries: [{ ...entry, seq: 1, ts: 1.1 }] }),
    ]
    for (const text of ['', 'x', ...wrong.map((message) => 'x'.repeat(37) + message)])
      for (const channel of ['all', 'log:T1']) await raw((client, prefix) => client.publish(prefix + channel, text))
    one.publish(newsOf(2))
    await expect.poll(() => there[0]).toEqual(newsOf(2))
  })

  test('[BUS-5] a message has its known fields and no others', async () => {
    const { open, channels, raw } = await startScene()
    const there = follow(await open())
    await expect.poll(channels).toEqual(['all', 'log:T1'])
    const forged = [
      { team: 'T1', last: 7, isAnew: true },
      { team: 'T1', last: 8, other: 1, logged: { after: 7, entries: [{ ...entry, seq: 8, change: {} }], other: 1 } },
    ]
    for (const message of forged)
      await raw((client, prefix) => client.publish(`${prefix}log:T1`, 'x'.repeat(37) + JSON.stringify(message)))
    await expect.poll(() => there).toEqual([{ team: 'T1', last: 7 }, newsOf(8)])
  })

  test('[BUS-5] a listener that throws does not cut the connection', async () => {
    const { open, channels, connections } = await startScene()
    const [one, other] = [await open(), await open()]
    const there = follow(other)
    other.follow('T1', () => {
      throw new Error('not now')
    })
    let isCut = false
    connections[1]?.listen((isUp) => (isCut ||= !isUp))
    await expect.poll(channels).toEqual(['all', 'log:T1'])
    for (const last of [1, 2]) one.publish(newsOf(last))
    await expect.poll(() => there.at(-1)).toEqual({ team: 'T1', last: 2 })
    expect(there.slice(0, 2)).toEqual([newsOf(1), newsOf(2)])
    expect(isCut).toBe(false)
  })

  test('[BUS-5] two databases in one Redis hear nothing of each other', async () => {
    const { open, channels } = await startScene()
    const [one, stranger] = [await open('one:'), await open('two:')]
    const there = follow(stranger)
    await expect.poll(channels).toContain('two:log:T1')
    one.publish(newsOf(1))
    stranger.wake(newsOf(3))
    one.stop() // sends the beat
    const other = await open('one:')
    const heard = follow(other)
    other.publish(newsOf(4))
    expect(heard).toEqual([newsOf(4)])
    expect(there).toEqual([newsOf(3)])
  })

  test('[BUS-6] tells other processes of a change at once, whoever follows the team', async () => {
    const { open } = await startScene()
    const [one, other] = [await open(), await open()]
    const changes = { here: 0, there: 0 }
    one.onChanged = () => changes.here++
    other.onChanged = () => changes.there++
    one.publish({ team: 'T1', last: 1 })
    one.publish({
      team: 'T9',
      last: 1,
      logged: { after: 0, entries: [{ ...entry, kind: 'token', team_id: 'T9', seq: 1 }] },
    })
    await expect.poll(() => changes).toEqual({ here: 0, there: 1 })
  })

  test('[BUS-2] goes on when Redis is back, and looks at once for what was changed meanwhile', async () => {
    const { open, redis, channels, connections } = await startScene()
    const [one, other] = [await open(), await open()]
    const there = follow(other)
    await expect.poll(channels).toEqual(['all', 'log:T1'])
    await redis.stop()
    await expect.poll(() => connections.map(({ isUp }) => isUp)).toEqual([false, false])
    one.publish(newsOf(1))
    let looked = false
    other.onChanged = () => (looked = true)
    await redis.start()
    await expect.poll(() => connections.map(({ isUp }) => isUp)).toEqual([true, true])
    await expect.poll(channels).toEqual(['all', 'log:T1'])
    expect(looked).toBe(true)
    one.publish(newsOf(2))
    await expect.poll(() => there).toContainEqual(newsOf(2))
  })
})

function follow(bus: RedisBus, team = 'T1'): News[] {
  const heard: News[] = []
  bus.follow(team, (news) => heard.push(news))
  return heard
}

/** A Redis, and buses of processes that use it. */
async function startScene() {
  const redis = await startRedisServer()
  const address = parseRedisAddress(redis.url)
  const mine = `${randomBytes(4).toString('hex')}:`
  const connections: RedisConnection[] = []
  const connect = () => createClient({ url: redis.url })
  return { redis, connections, open, channels, raw }

  async function open(prefix = mine): Promise<RedisBus> {
    const connection = await RedisConnection.open({ address, prefix, patienceMs: patience, onNotice: () => {} })
    connections.push(connection)
    const bus = new RedisBus(connection, ({ logged }) => logged?.entries.some(({ kind }) => kind === 'token') === true)
    bus.start()
    onTestFinished(() => {
      bus.stop()
      connection.close()
    })
    return bus
  }
  /** The channels that anybody listens to. */
  async function channels(): Promise<string[]> {
    const all = await raw((client) => client.pubSubChannels())
    return all.map((channel) => channel.replace(mine, '')).toSorted()
  }
  async function raw<T>(ask: (client: ReturnType<typeof connect>, prefix: string) => Promise<T>): Promise<T> {
    const client = connect()
    await client.connect()
    return ask(client, mine).finally(() => client.destroy())
  }
}
