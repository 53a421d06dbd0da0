import { describe, expect, test } from 'vitest'
import { connectApp } from '#testing/apps/socketModeClient'
import { postgres } from '#testing/database/postgres'
import { createNodes, say } from '#testing/nodes/nodes'

const channels = ['C0HELP', 'C0GENERAL']
const texts = Array.from({ length: 60 }, (_, i) => String(i))

describe.skipIf(!postgres)('a node that is gone in the middle of its deliveries', () => {
  test.each(['SIGKILL', 'SIGTERM'] as const)(
    '[NOD-3, NOD-5] %s: nothing is lost, what comes again says so, and each channel stays in order',
    async (signal) => {
      const { launch, spawn, query, unexpectedErrors } = await createNodes()
      const other = await launch()
      const gone = await spawn()
      // The only socket, so that the deliveries are there.
      const first = await connectApp(gone.url)
      const said = (async () => {
        for (const text of texts) for (const channel of channels) await say(other, text, channel)
      })()
      await first.until(() => first.envelopes().length > 10)
      const apps = [first, await connectApp(other.url)]
      gone.child.kill(signal)
      await said
      const all = () => apps.flatMap((app) => app.envelopes())
      const idsOf = (envelopes: ReturnType<typeof all>) => new Set(envelopes.map(({ payload }) => payload['event_id']))
      await expect.poll(() => idsOf(all()).size).toBe(channels.length * texts.length)
      await expect.poll(() => query('select * from deliveries')).toEqual([])
      // No two attempts at an event look alike.
      const attempts = all().map(({ payload, retry_attempt }) => `${String(payload['event_id'])} ${retry_attempt}`)
      expect(new Set(attempts).size).toBe(attempts.length)
      for (const app of apps)
        for (const channel of channels) {
          const first = app.envelopes().filter(({ payload }, at, before) => {
            const isSame = (one: (typeof before)[number]) => one.payload['event_id'] === payload['event_id']
            return eventOf(payload).channel === channel && before.findIndex(isSame) === at
          })
          const numbers = first.map(({ payload }) => Number(eventOf(payload).text))
          expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
        }
      expect(unexpectedErrors).toEqual([])
    },
  )

  test('[NOD-1] one that was paused takes nothing for its own that another has taken over', async () => {
    const { launch, spawn, query, unexpectedErrors } = await createNodes()
    const paused = await spawn()
    const owner = 'select node from leases'
    const before = await query(owner)
    const other = await launch()
    const silent = await connectApp(paused.url, { acks: false })
    await say(other, 'one')
    await silent.until(() => silent.envelopes().length > 0)
    paused.child.kill('SIGSTOP')
    const app = await connectApp(other.url)
    await app.until(() => app.envelopes().length > 0)
    expect(app.envelopes()[0]?.retry_attempt).toBeGreaterThan(0)
    await expect.poll(() => query(owner)).not.toEqual(before)
    const [taken] = await query(owner)
    const sent = silent.envelopes().length
    paused.child.kill('SIGCONT')
    // Once it has said that it lives, it has looked at all that it had.
    const living = 'select count(*)::int as n from nodes where until > extract(epoch from clock_timestamp()) * 1000'
    await expect.poll(() => query(living)).toEqual([{ n: 2 }])
    await expect.poll(() => query('select * from deliveries')).toEqual([])
    await say(other, 'two')
    const last = () => [...silent.envelopes(), ...app.envelopes()].map(({ payload }) => eventOf(payload).text)
    await expect.poll(last).toContain('two')
    expect(silent.messageTexts().slice(sent)).not.toContain('one')
    expect(await query(owner)).toEqual([taken])
    expect(unexpectedErrors).toEqual([])
  })
})

function eventOf(payload: Record<string, unknown>): { channel: string; text: string } {
  return Object(payload['event'])
}
