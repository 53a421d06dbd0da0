import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { logEntry, recordingLock } from '#domain/log/entry'
import { newestSeq } from '#domain/log/numbers'
import type { Change } from '#store/tables/change'
import { createSubscribedApp } from '#testing/apps/recordedEvents'
import { onBothDatabases } from '#testing/database/databases'
import { EventRecorder } from './eventRecorder.ts'
import { listUnrecordedTeams } from './recordEvents.ts'

const harmless: Change = { type: 'uninstalled', app: 'A0NONE' }
// What the database holds may be broken in ways that the types do not know.
const broken = { type: 'changed' } as Change

onBothDatabases('the event recorder', (open) => {
  test('[EVT-6] goes on with the other teams where one cannot be recorded, and records that one later', async () => {
    const { store, sendAsAna } = await createSubscribedApp(open, { events: ['message.channels'] })
    const ts = await sendAsAna('C0HELP', 'hello')
    await store.write(async (tx) => {
      // The other teams are before and behind the one that fails.
      for (const team of ['T00', 'T9']) tx.work.log(logEntry('team', team, { change: harmless }))
      tx.work.log(logEntry('message', 'T0ACME', { channelId: 'C0HELP', ts, change: broken }))
    })
    const errors: unknown[] = []
    const recorder = new EventRecorder(
      store,
      () => {},
      (error) => errors.push(error),
    )
    onTestFinished(() => recorder.stop())
    recorder.start()

    const unrecorded = () => listUnrecordedTeams(store.db)
    await expect.poll(unrecorded).toEqual(['T0ACME'])
    await expect.poll(() => errors.length).toBeGreaterThan(0)
    await store.write((tx) => tx.updateTable('log').set({ change: harmless }).where('change', 'is not', null).execute())
    await expect.poll(unrecorded).toEqual([])
  })

  test('[EVT-4] does not keep the events of a team waiting until all those of another are recorded', async () => {
    const { store } = await createSubscribedApp(open, { events: ['message.channels'] })
    const log = (team: string, count: number) =>
      store.write(async (tx) => {
        for (let i = 0; i < count; i++) tx.work.log(logEntry('team', team, { change: harmless }))
      })
    await log('T0ACME', 1000)
    await log('T1', 1000)
    const unrecorded: string[][] = []
    const write = async (work: Parameters<typeof store.write>[0]) => {
      // The first batches are under way.
      if (unrecorded.length === 0) {
        await log('T9', 1)
        recorder.wake('T9')
        await new Promise((done) => setTimeout(done, 50))
      }
      const left = await store.write(work)
      unrecorded.push(await listUnrecordedTeams(store.db))
      return left
    }
    const recorder = new EventRecorder(
      Object.create(store, { write: { value: write } }),
      () => {},
      (error) => expect.unreachable(String(error)),
    )
    onTestFinished(() => recorder.stop())
    recorder.start()

    await expect.poll(() => listUnrecordedTeams(store.db)).toEqual([])
    const first = unrecorded.slice(2).find((teams) => !teams.includes('T9'))
    expect(first?.toSorted()).toEqual(['T0ACME', 'T1'])
  })

  test('[NOD-3] stops after what it is doing, however much other nodes have logged meanwhile', async () => {
    const { store } = await createSubscribedApp(open, { events: ['message.channels'] })
    await store.write(async (tx) => tx.work.log(logEntry('team', 'T0ACME', { change: harmless })))
    const { promise: gate, resolve: goOn } = Promise.withResolvers<void>()
    let writes = 0
    const write = async () => {
      writes++
      await gate
      return undefined
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const recorder = new EventRecorder(
      Object.create(store, { write: { value: write } }),
      () => {},
      () => {},
    )
    recorder.start()
    await vi.advanceTimersByTimeAsync(0)
    await vi.waitFor(() => expect(writes).toBe(1))
    for (let i = 0; i < 10; i++) {
      recorder.wake('T0ACME')
      await vi.advanceTimersByTimeAsync(20)
    }

    const stopped = recorder.stop()
    goOn()
    await stopped
    expect(writes).toBe(1)
  })

  test('[NOD-14] tries again within half a second, and leaves it to others for a moment to record what they have logged', async () => {
    const { store } = await createSubscribedApp(open, { events: ['message.channels'] })
    await store.write(async (tx) => tx.work.log(logEntry('team', 'T0ACME', { change: harmless })))
    let [writes, errors] = [0, 0]
    const write = async () => {
      if (++writes <= 6) throw new Error('away')
      return undefined
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const disturbed = Object.create(store, { write: { value: write } })
    const recorder = new EventRecorder(
      disturbed,
      () => {},
      () => errors++,
    )
    onTestFinished(() => recorder.stop())
    recorder.start()
    // At least one attempt in half a second, though it fails again and again.
    for (let attempts = 1; attempts <= 7; attempts++) {
      await vi.advanceTimersByTimeAsync(500)
      while (writes < attempts) await turns()
    }
    await turns()
    expect([writes, errors]).toEqual([7, 6])

    const last = await newestSeq(store.db, 'T0ACME')
    recorder.wakeForOthers('T0ACME', last)
    await vi.advanceTimersByTimeAsync(99)
    await turns()
    expect(writes).toBe(7)
    recorder.wake('T0ACME')
    recorder.wakeForOthers('T0ACME', last)
    await vi.advanceTimersByTimeAsync(20)
    while (writes < 8) await turns()
    await turns()
    expect(writes).toBe(8)
  })

  test('[NOD-14] looks again once at a time while the database is away, however much is logged', async () => {
    const { store } = await createSubscribedApp(open)
    let looks = 0
    const away = () => {
      looks++
      throw new Error('away')
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const recorder = new EventRecorder(
      Object.create(store, { db: { value: { selectFrom: away } } }),
      () => {},
      () => {},
    )
    onTestFinished(() => recorder.stop())
    recorder.start()
    for (let i = 0; i < 20; i++) {
      recorder.wake('T0ACME')
      await vi.advanceTimersByTimeAsync(20)
      await turns()
    }
    looks = 0
    await vi.advanceTimersByTimeAsync(2000)
    // It looks every 250 to 500 ms.
    expect(looks).toBeGreaterThan(2)
    expect(looks).toBeLessThan(10)
  })

  test('[NOD-14] leaves to another process what that has just logged, though it goes on and on', async () => {
    const { store } = await createSubscribedApp(open, { events: ['message.channels'] })
    let writes = 0
    const write = async () => void writes++
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const recorder = new EventRecorder(
      Object.create(store, { write: { value: write } }),
      () => {},
      () => {},
    )
    onTestFinished(() => recorder.stop())
    recorder.start()
    await vi.advanceTimersByTimeAsync(10)
    await turns()
    await store.write((tx) => tx.updateTable('log').set({ change: null }).execute())
    writes = 0
    /** Another process logs something, and in a moment it records that. */
    const logAndRecord = async (isRecorded = true) => {
      await store.write(async (tx) => tx.work.log(logEntry('team', 'T0ACME', { change: harmless })))
      const last = await newestSeq(store.db, 'T0ACME')
      recorder.wakeForOthers('T0ACME', last)
      await vi.advanceTimersByTimeAsync(50)
      await turns()
      if (isRecorded)
        await store.write((tx) => tx.updateTable('log').set({ change: null }).where('seq', '<=', last).execute())
    }
    for (let i = 0; i < 20; i++) await logAndRecord()
    expect(writes).toBe(0)

    // It records no more.
    for (let i = 0; i < 4; i++) await logAndRecord(false)
    while (writes === 0) await turns()
  })

  test('[NOD-3] does not wait for a node that is recording, and looks again later', async () => {
    const { store, sendAsAna } = await createSubscribedApp(open, { events: ['message.channels'] })
    await sendAsAna('C0HELP', 'hello')
    if (store.db.cache.isSingleWriter) return
    const [locked, ready] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const recording = store.write(async (tx) => {
      await tx.lock(recordingLock('T0ACME'))
      await sql`select 1`.execute(tx) // is answered once the lock is held
      locked.resolve()
      await ready.promise
    })
    await locked.promise
    let looked = 0
    const errors: unknown[] = []
    const start = () => {
      const recorder = new EventRecorder(
        store,
        () => looked++,
        (error) => errors.push(error),
      )
      onTestFinished(() => recorder.stop())
      recorder.start()
      return recorder
    }

    const stopping = start()
    await expect.poll(() => looked).toBeGreaterThan(2)
    await stopping.stop()
    expect(await listUnrecordedTeams(store.db)).toEqual(['T0ACME'])

    start()
    ready.resolve()
    await recording
    await expect.poll(() => listUnrecordedTeams(store.db)).toEqual([])
    expect(errors).toEqual([])
  })
})

/** Lets everything run that is ready to. */
async function turns(): Promise<void> {
  for (let i = 0; i < 50; i++) await new Promise((done) => setImmediate(done))
}
