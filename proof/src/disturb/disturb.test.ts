import { describe, expect, test } from 'vitest'
import { findMissingRequirement } from '#powercut/shim'
import { createScene, errors } from './disturbedServer.ts'

const missing = await findMissingRequirement()
const timeout = 120_000
const day = 24
const [channel, other] = ['C0PROOF1', 'C0PROOF2']
const now = () => Date.now() / 1000

describe.skipIf(missing)('a disk that takes no writes', () => {
  test.each([
    ['EROFS', 'The disk is mounted read-only'],
    ['EDQUOT', 'The disk is full'],
  ] as const)('[FLT-1, FLT-2] with %s refuses writes, serves reads, and heals', { timeout }, async (name, words) => {
    const { disturb, start } = await createScene()
    const server = await start()
    const kept = ['before']
    await server.post(channel, 'before')

    for (let round = 0; round < 3; round++) {
      disturb({ error: errors[name] })
      for (let n = 0; n < 10; n++) {
        const refused = await server.call('chat.postMessage', { channel, text: `refused ${round}.${n}` })
        expect(refused).toMatchObject({
          ok: false,
          error: 'fatal_error',
          body: { detail: expect.stringContaining(words) },
        })
        expect(await server.read(channel)).toEqual(kept)
      }
      disturb({})
      for (let n = 0; n < 10; n++) {
        await server.post(channel, `kept ${round}.${n}`)
        kept.push(`kept ${round}.${n}`)
      }
    }
    expect(await server.read(channel)).toEqual(kept)
    disturb({ error: errors[name] })
    await server.kill()
    disturb({})
    expect(await (await start()).read(channel)).toEqual(kept)
  })
})

describe.skipIf(missing)('a clock that jumps by a day', () => {
  test('[FLT-7] ahead and back leaves times, streams and schedules alone', { timeout }, async () => {
    const { disturb, start } = await createScene()
    const server = await start()
    const times = [await server.post(channel, 'before')]
    const recipient = { recipient_user_id: 'U0PROOF', recipient_team_id: 'T0PROOF' }
    const stream = await server.call('chat.startStream', { channel, thread_ts: '1767225600.000100', ...recipient })
    const ts = String(Reflect.get(Object(stream?.body), 'ts'))
    const postAt = String(Math.round(now()) + 7200)
    const scheduled = await server.call('chat.scheduleMessage', { channel, text: 'later', post_at: postAt })
    expect([stream?.ok, scheduled?.ok]).toEqual([true, true])

    disturb({ hours: day })
    await expect.poll(() => server.readErrorOutput()).toContain('leapt forward by 24.0 hours')
    times.push(await server.post(channel, 'a day ahead'))
    expect(await server.call('chat.appendStream', { channel, ts, markdown_text: 'goes on' })).toMatchObject({
      ok: true,
    })
    disturb({})
    times.push(await server.post(channel, 'right again'))
    expect(times.at(-1)).toBeLessThan(now() + 60)

    disturb({ hours: -day })
    times.push(await server.post(channel, 'a day behind'))
    disturb({})
    times.push(await server.post(channel, 'right once more'))

    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(-1)).toBeLessThan(now() + 60)
    const texts = ['before', 'a day ahead', 'right again', 'a day behind', 'right once more']
    expect(await server.read(channel)).toEqual(texts)
    expect(await server.call('chat.stopStream', { channel, ts })).toMatchObject({ ok: true })
    const list = await server.call('chat.scheduledMessages.list', { channel })
    expect(list).toMatchObject({ body: { scheduled_messages: [{ post_at: Number(postAt) }] } })
    await server.kill()
    expect(await (await start()).read(channel)).toEqual(texts)
  })

  test('[FLT-7] while a server starts is made good once the clock has caught up', { timeout }, async () => {
    const { disturb, start } = await createScene()
    disturb({ hours: day })
    const ahead = await start()
    const first = await ahead.post(channel, 'tomorrow')
    expect(first).toBeGreaterThan(now() + (day - 1) * 3600)
    await ahead.stop()

    disturb({})
    const right = await start()
    await expect.poll(() => right.readErrorOutput()).toContain(`messages in T0PROOF/${channel} are from times up to`)
    const second = await right.post(channel, 'today')
    expect(second).toBeGreaterThan(first)
    expect(second - first).toBeLessThan(1)
    // Other channels have the right time.
    expect(Math.abs((await right.post(other, 'today')) - now())).toBeLessThan(60)
    await right.stop()

    disturb({ hours: 2 * day })
    const caughtUp = await start()
    expect(await caughtUp.post(channel, 'in two days')).toBeGreaterThan(now() + (2 * day - 1) * 3600)
    expect(await caughtUp.read(channel)).toEqual(['tomorrow', 'today', 'in two days'])
  })
})
