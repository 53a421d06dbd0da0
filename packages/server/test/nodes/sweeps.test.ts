import { describe, expect, test } from 'vitest'
import { postgres } from '#testing/database/postgres'
import { call, createNodes, type TestNode } from '#testing/nodes/nodes'

describe.skipIf(!postgres)('sweeps on a shared database', () => {
  test('[NOD-2] are done by one node, and by another once it was killed', async () => {
    const { launch, spawn, query, unexpectedErrors } = await createNodes()
    const first = await spawn()
    const second = await launch()
    const owner = async () => (await query('select node from leases'))[0]?.['node']
    const one = await owner()
    await schedule(second, 20)
    await expect.poll(() => countScheduled(query)).toBeLessThan(20)
    first.child.kill('SIGKILL')
    await first.ended
    await expect.poll(() => countScheduled(query)).toBe(0)
    expect(await owner()).not.toBe(one)
    expect(await texts(second)).toEqual(numbers(20))
    expect(unexpectedErrors).toEqual([])
  })

  test('[NOD-2] wait for a node that lives, and for nobody who is gone', async () => {
    const { launch, query } = await createNodes()
    const first = await launch()
    await query(`insert into nodes (id, until) values ('other', 99999999999999)`)
    await query(`update leases set node = 'other'`)
    const second = await launch()
    await schedule(second, 1)
    await expect.poll(() => dueFor(query)).toBeGreaterThan(5000)
    expect(await countScheduled(query)).toBe(1)
    await query(`update nodes set until = 0 where id = 'other'`)
    await expect.poll(() => countScheduled(query)).toBe(0)
    expect(await texts(first)).toEqual(['0'])
  })

  test('[NOD-3] go to another node at once when theirs stops', async () => {
    const { launch, query } = await createNodes()
    const first = await launch()
    await launch()
    const [before] = await query('select node from leases')
    await first.stop()
    // Its own lease would have lasted ten seconds.
    expect(await query('select id from nodes where id = $1', [before?.['node']])).toEqual([])
    const [after] = await query('select node from leases')
    expect(after?.['node']).not.toBe(before?.['node'])
  })

  test('[NOD-16] have PostgreSQL look into tables that it does not know', async () => {
    const { launch, query } = await createNodes()
    await launch()
    await query('alter table log set (autovacuum_enabled = false)')
    await query(
      `insert into log (seq, team_id, kind, at) select n, 'T0ELSE', 'status', 0 from generate_series(1, 5000) n`,
    )
    const known = async () => (await query(`select reltuples as n from pg_class where oid = 'log'::regclass`))[0]?.['n']
    await expect.poll(known).toBeGreaterThanOrEqual(5000)
  })

  test('[NOD-1] the clocks of nodes decide nothing', async () => {
    const { launch, query } = await createNodes()
    const [first, second] = [await launch(), await launch()]
    const [before] = await query('select node from leases')
    first.store.db.clock.advance(-3_600_000)
    second.store.db.clock.advance(3_600_000)
    const [{ until } = {}] = await query('select min(until) as until from nodes')
    await expect.poll(async () => (await query('select min(until) as until from nodes'))[0]?.['until']).not.toBe(until)
    expect(await query('select node from leases')).toEqual([before])
    const lives = 'select count(*)::int as n from nodes where until > extract(epoch from now()) * 1000'
    expect(await query(lives)).toEqual([{ n: 2 }])
  })
})

type Query = Awaited<ReturnType<typeof createNodes>>['query']

/** Schedules messages that are all due five seconds later. */
async function schedule(node: TestNode, count: number): Promise<void> {
  const post_at = Math.ceil(Date.now() / 1000) + 5
  for (const text of numbers(count))
    expect(await call(node, 'chat.scheduleMessage', { channel: 'C0HELP', text, post_at })).toMatchObject({ ok: true })
}

const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(i))

async function countScheduled(query: Query): Promise<number> {
  return Number((await query('select count(*) as n from scheduled_messages'))[0]?.['n'])
}

/** For how long the message has been due, milliseconds. */
async function dueFor(query: Query): Promise<number> {
  const [row] = await query('select extract(epoch from now()) * 1000 - post_at as ms from scheduled_messages')
  return Number(row?.['ms'])
}

/** What Scout has posted, in order. */
async function texts(node: TestNode): Promise<string[]> {
  const { messages } = await call(node, 'conversations.history', { channel: 'C0HELP', limit: 100 })
  return messages
    .filter(({ bot_id: bot }: { bot_id?: string }) => bot !== undefined)
    .map(({ text }: { text: string }) => text)
    .toReversed()
}
