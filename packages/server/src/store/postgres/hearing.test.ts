import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { logEntry } from '#domain/log/entry'
import { Cache } from '#store/cache'
import { patience } from '#testing/database/databases'
import { testKeys } from '#testing/database/keys'
import { postgres } from '#testing/database/postgres'
import { Hearing } from './hearing.ts'
import { changesAfter, timelineNow } from './lookStatements.ts'
import { openPostgres } from './open.ts'

/** A new database, and a connection to it. */
async function openDatabase() {
  const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
  const store = await openPostgres(postgres ?? '', { schema, keys: testKeys, patience, connections: 2 })
  onTestFinished(() => store.close())
  const client = new pg.Client({ connectionString: postgres ?? '', options: `-c search_path=${schema}` })
  await client.connect()
  onTestFinished(() => client.end())
  return { store, client }
}

test.skipIf(!postgres)(
  '[NOD-9] a log that went back is judged too if that is noticed while another is judged, or the judgement fails',
  async () => {
    const { store, client } = await openDatabase()
    for (const team of ['T1', 'T2', 'T3'])
      await store.write((tx) => {
        for (let i = 0; i < 5; i++) tx.work.log(logEntry('status', team))
      })

    const beforeJudged: (() => void)[] = []
    const asking = {
      async query(text: string, values: unknown[]) {
        if (/update team_log/.test(text)) beforeJudged.shift()?.()
        return client.query(text, values)
      },
    }
    const hearing = new Hearing(new Cache(false), asking, store.db.clock)
    const anew: string[] = []
    hearing.onMoved = ({ team, isAnew }) => isAnew && anew.push(team)
    await hearing.look()
    // A standby took over that had not got the last entries. Each team writes one, and so has as many as before.
    const write = (team: string) =>
      hearing.raise({ outdated: [], teams: { [team]: { after: 4, last: 5, changed: 0 } } }, hearing.known([team]))
    beforeJudged.push(
      () => {
        write('T2')
        throw new Error('The connection broke.')
      },
      () => write('T3'),
    )
    write('T1')
    await expect.poll(() => anew.toSorted()).toEqual(['T1', 'T2', 'T3'])
  },
)

test.skipIf(!postgres)(
  '[NOD-14] what others logged just before this process wrote is told at the next look',
  async () => {
    const { store, client } = await openDatabase()
    await store.write((tx) => tx.work.log(logEntry('status', 'T1')))
    const hearing = new Hearing(new Cache(false), client, store.db.clock)
    await hearing.look()
    const told: string[] = []
    hearing.onMoved = ({ team }) => told.push(team)
    // Another process logs one, and then this one logs another, of which it need not be told.
    const known = hearing.known(['T1'])
    for (let i = 0; i < 2; i++) await store.write((tx) => tx.work.log(logEntry('status', 'T1')))
    hearing.raise({ outdated: [], teams: { T1: { after: 2, last: 3, changed: 0 } } }, known)
    await hearing.look()
    expect(told).toEqual(['T1'])
    await store.write((tx) => tx.work.log(logEntry('status', 'T1')))
    hearing.raise({ outdated: [], teams: { T1: { after: 3, last: 4, changed: 0 } } }, hearing.known(['T1']))
    await hearing.look()
    expect(told).toEqual(['T1'])
  },
)

describe.skipIf(!postgres)('[NOD-9] when a standby takes over', () => {
  test('a log of which it has lost the end is judged also if as much was logged there since', async () => {
    const { write, machine, hear } = await startMachines()
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { hearing, anew } = hear()
    await hearing.look()
    vi.advanceTimersByTime(11 * 60_000)
    await hearing.look()
    await write('T1')
    hearing.raise({ outdated: [], teams: { T1: { after: 1, last: 2, changed: 0 } } }, hearing.known(['T1']))
    await write('T2')
    await hearing.look()

    machine.server = 'the same, started again'
    await hearing.look()
    expect(anew).toEqual([])

    // Its address leads to the standby before that takes over.
    machine.isStandby = true
    machine.server = 'the standby'
    await expect(hearing.look()).rejects.toThrow('Another PostgreSQL is taking over.')
    await expect(hearing.look()).rejects.toMatchObject({ code: '25006' })
    machine.isStandby = false
    machine.timeline = '00000002'
    await hearing.look()
    expect(anew.toSorted()).toEqual(['T1', 'T2'])
    machine.server = 'the standby, started again'
    await hearing.look()
    expect(anew).toHaveLength(2)
  })

  test('every log gets another history, once, if it is noticed by who began to listen a short time ago', async () => {
    const { machine, hear } = await startMachines()
    const before = hear()
    await before.hearing.look()
    machine.server = 'the standby'
    machine.timeline = '00000002'
    // Two begin only now, as after a crash of all machines.
    const [first, second] = [hear(), hear()]
    for (const { hearing } of [first, second, before, first, second, before]) await hearing.look()
    for (const { anew } of [first, before]) expect(anew.toSorted()).toEqual(['T1', 'T2', 'T3'])
    expect(second.anew).toEqual([])
  })

  test('nothing is taken up if another database answers the second question', async () => {
    const { machine, hear } = await startMachines()
    const { hearing, anew } = hear()
    await hearing.look()
    machine.server = 'the standby'
    machine.timelineOf = 'the first'
    await expect(hearing.look()).rejects.toThrow('Another PostgreSQL is taking over.')
    machine.timelineOf = undefined
    machine.timeline = '00000002'
    await hearing.look()
    await hearing.look()
    expect(anew.toSorted()).toEqual(['T1', 'T2', 'T3'])
  })
})

/** A database with an entry of each of three teams, and what it says of its machine. */
async function startMachines() {
  const { store, client } = await openDatabase()
  const write = (team: string) => store.write((tx) => tx.work.log(logEntry('status', team)))
  await Promise.all(['T1', 'T2', 'T3'].map(write))
  const machine: { server: string; timeline: string; isStandby: boolean; timelineOf?: string | undefined } = {
    server: 'one',
    timeline: '00000001',
    isStandby: false,
  }
  const asking = {
    async query(text: string, values: unknown[]) {
      const answer = await client.query(text, values)
      const { server, timeline, isStandby, timelineOf = server } = machine
      if (text === timelineNow) return { ...answer, rows: [{ ...answer.rows[0], server: timelineOf, timeline }] }
      const told = { server, is_standby: isStandby }
      return { ...answer, rows: answer.rows.map((row) => ('server' in row ? { ...row, ...told } : row)) }
    },
  }
  const hear = () => {
    const hearing = new Hearing(new Cache(false), asking, store.db.clock)
    const anew: string[] = []
    hearing.onMoved = ({ team, isAnew }) => isAnew && anew.push(team)
    return { hearing, anew }
  }
  return { write, machine, hear }
}

test.skipIf(!postgres)('[NOD-14] a look that began before both writes leaves it to the next one to tell', async () => {
  const { store, client } = await openDatabase()
  const write = () => store.write((tx) => tx.work.log(logEntry('status', 'T1')))
  await write()
  let gate: Promise<void> | undefined
  const asking = {
    async query(text: string, values: unknown[]) {
      const answer = await client.query(text, values)
      await gate
      return answer
    },
  }
  const hearing = new Hearing(new Cache(false), asking, store.db.clock)
  await hearing.look()
  const told: number[] = []
  hearing.onMoved = ({ last }) => told.push(Number(last))
  await write()
  await hearing.look()
  expect(told).toEqual([2])
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  // Its answer says 3, of another process, while this one has logged 4 behind that.
  await write()
  const looking = hearing.look()
  await client.query('select') // the look was asked before this
  const known = hearing.known(['T1'])
  await write()
  hearing.raise({ outdated: [], teams: { T1: { after: 3, last: 4, changed: 0 } } }, known)
  gate = undefined
  resolve()
  await looking
  await hearing.look()
  expect(told).toEqual([2, 4])
})

test.skipIf(!postgres)('[NOD-2] few changes are found among many deltas without reading these', async () => {
  const { client } = await openDatabase()
  await client.query(`insert into log (team_id, seq, kind, at)
    select 'T1', n, case when n % 5000 = 0 then 'user' else 'delta' end, n from generate_series(1, 20000) n`)
  await client.query('analyze log')
  const changes = await client.query(changesAfter, [['T1'], [5000]])
  expect(changes.rows).toHaveLength(3)
  const { rows } = await client.query(`explain ${changesAfter}`, [['T1'], [5000]])
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('using changes on log')
})
