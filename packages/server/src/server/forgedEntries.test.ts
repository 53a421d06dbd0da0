import { randomUUID } from 'node:crypto'
import { createClient } from 'redis'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findEpoch } from '#domain/log/epoch'
import { newestSeq } from '#domain/log/numbers'
import { redisProgram, startRedisServer } from '#testing/database/redisServer'
import { postgres } from '#testing/database/postgres'
import { connectViewer, type TestViewer } from '#testing/feed/viewer'
import { createSharedDatabase, type TestNode } from '#testing/server/severalServers'
import { scoutFile } from '#testing/workspace/scout'

const channel = 'D0ANASCOUT'

describe.skipIf(!postgres || !redisProgram)('a stranger who publishes in the Redis of two servers', () => {
  test('[BUS-5] what somebody forged costs viewers a reconnection, and hides nothing', async () => {
    const { redis, one, other, viewer } = await startTwo()
    await say(one, 'Before')
    await viewer.until(() => hasSeen(viewer, 'Before'))
    const forge = await forgerOf(redis.url, one)
    // Viewers are sent frames about them, whose numbers could become their cursors.
    for (let i = 0; i < 3; i++) {
      await forge(i, 'preferences')
      await viewer.until(() => viewer.frames.filter(({ type }) => type === 'preferences').length > i)
    }
    for (const text of ['First', 'Second', 'Third', 'Fourth']) await say(other, text)
    expect(await viewer.closed).toMatchObject({ code: 1012 })
    const [error] = other.unexpectedErrors.splice(0)
    expect(String(error)).toContain('The bus brought entries of the log of T0ACME that the database does not have.')

    const { epoch } = viewer.firstFrame as { epoch: string }
    const hello = { after: viewer.progress.seq, epoch, watching: [channel] }
    const again = await connectViewer(other.url, 'U0ANA', hello, viewer)
    expect(again.firstFrame.type).toBe('resumed')
    await again.until(() => ['First', 'Second', 'Third', 'Fourth'].every((text) => hasSeen(again, text)))
    // What comes along is not believed for a while.
    await forge(0, 'preferences')
    await say(one, 'Last')
    await again.until(() => hasSeen(again, 'Last'))
    expect(other.unexpectedErrors).toEqual([])
  })

  test('[BUS-5] a message that somebody says is deleted stays', async () => {
    const { redis, one, other, viewer } = await startTwo()
    const root = await say(one, 'Root')
    const reply = await say(one, 'Reply', root)
    const before = await say(one, 'Before')
    expect((await one.call('chat.delete', { channel, ts: root })).body).toMatchObject({ ok: true })
    await viewer.until(() => hasSeen(viewer, 'Before') && !hasSeen(viewer, 'Root'))
    const forge = await forgerOf(redis.url, one)
    const shown = [...viewer.messages.keys()]
    for (const [i, ts] of [root, reply, before].entries()) {
      const from = viewer.frames.length
      await forge(i, 'deleted', { channel_id: channel, ts })
      await viewer.next(({ type }) => type === 'message' || type === 'deleted', from)
      expect([...viewer.messages.keys()]).toEqual(shown)
    }
    expect(await viewer.closed).toMatchObject({ code: 1012 })
    expect(other.unexpectedErrors.splice(0)).toHaveLength(1)
  })
})

/** Two servers, and Ana at the second one. */
async function startTwo() {
  const redis = await startRedisServer()
  const { startServer } = createSharedDatabase()
  const options = { bus: redis.url, file: scoutFile() }
  const [one, other] = [await startServer(options), await startServer(options)]
  const viewer = await connectViewer(other.url, 'U0ANA')
  await viewer.open(channel)
  return { redis, one, other, viewer }
}

/** Publishes entries that nobody has logged, this far beyond the log that there is at first. */
async function forgerOf(url: string, { store }: TestNode) {
  const client = createClient({ url })
  await client.connect()
  onTestFinished(() => client.destroy())
  const team = 'T0ACME'
  const [epoch, newest] = [await findEpoch(store.db), await newestSeq(store.db, team)]
  const rest = { team_id: team, channel_id: null, ts: null, subject: 'U0ANA', n: null, body: null }
  return async (beyond: number, kind: string, about: { channel_id?: string; ts?: string } = {}) => {
    const after = newest + beyond
    const news = { team, last: after + 1, logged: { after, entries: [{ ...rest, ...about, seq: after + 1, kind }] } }
    await client.publish(`rivulet:${epoch}:0:log:${team}`, `${randomUUID()} ${JSON.stringify(news)}`)
  }
}

async function say({ call }: TestNode, text: string, thread?: string): Promise<string> {
  const { body } = await call('chat.postMessage', { channel, text, ...(thread && { thread_ts: thread }) })
  expect(body).toMatchObject({ ok: true })
  return String(body.ts)
}

function hasSeen({ messages }: TestViewer, text: string): boolean {
  return [...messages.values()].some((message) => message.text === text)
}
