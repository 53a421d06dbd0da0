import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { RedisSockets } from '#bus/redis/sockets'
import { buttons, interactiveAppFile } from '#testing/apps/interactiveServer'
import { connectApp } from '#testing/apps/socketModeClient'
import { postgres } from '#testing/database/postgres'
import { redisProgram, startRedisServer } from '#testing/database/redisServer'
import { stopClock } from '#testing/workspace/stopClock'
import { act, call, createNodes, type TestNode } from '#testing/nodes/nodes'

const channel = 'C0HELP'
const socketLifetime = 5 * 3_600_000

describe.skipIf(!postgres)('[NOD-6] what a person does at one node', () => {
  test('reaches the app at another one, and so does its answer come back', async () => {
    const { launch, query, unexpectedErrors } = await createNodes(interactiveAppFile())
    const [first, second] = [await launch(), await launch()]
    const app = await connectApp(second.url, { answerDispatch: () => ({ text: 'Answered' }) })
    stopClock()
    expect(await act(first, 'press', await postButtons(first))).toEqual({})
    expect(await act(first, 'command', { channel, command: '/ask', text: 'a b' })).toEqual({})
    expect(app.dispatches()).toMatchObject([
      { type: 'interactive', payload: { type: 'block_actions', actions: [{ action_id: 'go' }] } },
      { type: 'slash_commands', payload: { command: '/ask', text: 'a b' } },
    ])
    expect(await query(`select text from ephemerals`)).toEqual([{ text: 'Answered' }])
    await expect.poll(() => query('select * from handovers')).toEqual([])
    expect(unexpectedErrors).toEqual([])
  })

  test('reaches the app once, though it has sockets at several others', async () => {
    const { launch } = await createNodes(interactiveAppFile())
    const [first, second, third] = [await launch(), await launch(), await launch()]
    const apps = [await connectApp(second.url), await connectApp(third.url)]
    const go = await postButtons(first)
    stopClock()
    for (let round = 1; round <= 10; round++) {
      expect(await act(first, 'press', go)).toEqual({})
      expect(apps.flatMap((app) => app.dispatches())).toHaveLength(round)
    }
  })

  test('fails if no node has a socket of the app, and the app is never asked', async () => {
    const { launch, query } = await createNodes(interactiveAppFile())
    const [first, second] = [await launch(), await launch()]
    const go = await postButtons(first)
    expect(await act(first, 'press', go)).toMatchObject({ error: 'dispatch_failed' })
    expect(await query('select * from handovers')).toEqual([])
    const app = await connectApp(second.url)
    expect(await act(second, 'press', go)).toEqual({})
    expect(app.dispatches()).toHaveLength(1)
  })

  test('costs one look at the database for all who wait', async () => {
    const { launch } = await createNodes(interactiveAppFile())
    const [first] = [await launch(), await launch()]
    const go = await postButtons(first)
    const reading = vi.spyOn(first.store.db, 'selectFrom')
    const began = performance.now()
    const presses = await Promise.all(Array.from({ length: 20 }, () => act(first, 'press', go)))
    const looks = reading.mock.calls.filter(([table]) => table === 'handovers').length
    expect(presses.map(({ error }) => error)).toEqual(Array(20).fill('dispatch_failed'))
    expect(looks).toBeGreaterThan(0)
    expect(looks).toBeLessThanOrEqual((performance.now() - began) / 25 + 1)
  })

  test('fails if the other node is killed before the app answers, and nobody asks again', async () => {
    const { launch, spawn, query } = await createNodes(interactiveAppFile())
    const first = await launch()
    const killed = await spawn()
    const app = await connectApp(killed.url, { answerDispatch: () => 'silent' })
    const pressed = act(first, 'press', await postButtons(first))
    await app.until(() => app.dispatches().length > 0)
    // The secrets that the app may use are not to be read in the database.
    const [row] = await query('select * from handovers')
    expect(row?.['request']).toMatch(/^1\./)
    killed.child.kill('SIGKILL')
    expect(await pressed).toMatchObject({ error: 'operation_timeout' })
    const again = await connectApp(first.url)
    await expect.poll(() => query('select * from handovers')).toEqual([])
    expect(again.dispatches()).toEqual([])
  })

  describe.skipIf(!redisProgram)('while the app has a socket there that was told to leave', () => {
    test('[EVT-15] goes over the one that it has at another', async () => {
      const hasOther = vi.spyOn(RedisSockets.prototype, 'hasOther')
      onTestFinished(() => hasOther.mockRestore())
      const { first, leaving, second } = await startLeaving()
      const staying = await connectApp(second.url)
      await expect.poll(() => Promise.all(hasOther.mock.results.map(({ value }) => value))).toContain(true)
      expect(await press(first)).toEqual({})
      expect([leaving.dispatches().length, staying.dispatches().length]).toEqual([0, 1])
    })

    test('[EVT-15] goes over this one if no other takes it', async () => {
      const hasOther = vi.spyOn(RedisSockets.prototype, 'hasOther').mockResolvedValue(true)
      onTestFinished(() => hasOther.mockRestore())
      const { first, leaving } = await startLeaving()
      await expect.poll(() => hasOther.mock.calls.length).toBeGreaterThan(1)
      expect(await press(first)).toEqual({})
      expect(leaving.dispatches()).toHaveLength(1)
    })
  })

  test('is not done long after the person was told that it failed', async () => {
    const { launch, query } = await createNodes(interactiveAppFile())
    const [first, second] = [await launch(), await launch()]
    const pressed = act(first, 'press', await postButtons(first))
    const waiting = () => query('select * from handovers')
    await expect.poll(waiting).toHaveLength(1)
    const [row] = await waiting()
    expect(await pressed).toMatchObject({ error: 'dispatch_failed' })
    await expect.poll(waiting).toEqual([])
    // As if the node that asked had been killed while it waited.
    const { team_id: team, id, app_id: app, request } = row ?? {}
    await query(
      `insert into handovers (team_id, id, app_id, request, asked_by, asked_at)
       values ($1, $2, $3, $4, 'gone', (extract(epoch from clock_timestamp()) * 1000)::bigint - 2001)`,
      [team, id, app, request],
    )
    const connected = await connectApp(second.url)
    // A press that is asked later is looked for later.
    expect(await act(first, 'press', await postButtons(first))).toEqual({})
    expect(connected.dispatches()).toHaveLength(1)
  })
})

/** Two nodes with one Redis, and a socket at the first that was told to leave and does not yet. */
async function startLeaving() {
  const { url: bus } = await startRedisServer()
  const { launch } = await createNodes(interactiveAppFile(), { bus })
  const [first, second] = [await launch(), await launch()]
  const leaving = await connectApp(first.url)
  first.store.db.clock.advance(socketLifetime - 9000)
  await leaving.until(() => leaving.frames.some(({ type }) => type === 'disconnect'))
  return { first, leaving, second }
}

async function press(node: TestNode) {
  return act(node, 'press', await postButtons(node))
}

/** Scout posts a message with a button. Returns what a press of it names. */
async function postButtons(node: TestNode) {
  const { ts } = await call(node, 'chat.postMessage', { channel, text: 'x', blocks: buttons })
  return { channel, ts, action_id: 'go' }
}
