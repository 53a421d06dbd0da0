import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { findChannel } from '#domain/channels/find'
import { setQuiet } from '#domain/activity/quiet'
import { setNotifyRule } from '#domain/channels/readMarks'
import { removeMessage } from '#domain/people/messages/change'
import { findNews } from '#domain/push/concerns'
import { listDuePushes } from '#domain/push/due'
import { describeNews } from '#domain/push/words'
import type { Caller } from '#domain/access/caller'
import type { Store } from '#store/db'
import { openSqlite } from '#store/sqlite/open'
import { createPushScene } from '#testing/apps/pushScene'
import { onBothDatabases, type OpenStore } from '#testing/database/databases'
import { remindDue } from './remindDue.ts'
import { listSaved, maxDone, maxSaved, removeSaved, saveForLater, type SavedChange } from './saved.ts'

const help = 'C0HELP'
const address = {
  endpoint: 'https://push.example.org/1',
  p256dh: Buffer.from([4, ...new Uint8Array(64)]).toString('base64url'),
  auth: Buffer.alloc(16).toString('base64url'),
}

onBothDatabases('messages kept for later', (open) => {
  test('[LAT-1, LAT-2] a message is in progress until it is done, and can be taken up again', async () => {
    const { store, ana, ben, say, save, open: shown, done } = await createScene(open)
    const [one, two] = [await say(ben, 'one'), await say(ben, 'two')]
    await save(ana, one)
    store.db.clock.advance(1000)
    await save(ana, two)
    await save(ana, two)
    expect(await shown(ana)).toEqual([two, one])
    expect(await shown(ben)).toEqual([])
    await save(ana, one, { done: true })
    expect([await shown(ana), await done(ana)]).toEqual([[two], [one]])
    await save(ana, one, { done: false })
    await store.write((tx) => removeSaved(tx, ana, { channelId: help, ts: two }))
    expect([await shown(ana), await done(ana)]).toEqual([[one], []])
  })

  test('[LAT-3] what a person does not see any more is not listed; a deleted message is kept by nobody', async () => {
    const { store, ana, ben, say, save, open: shown } = await createScene(open)
    const secret = await say(ana, 'for few', 'C0SECRET')
    await save(ana, secret, {}, 'C0SECRET')
    await expect(save(ben, secret, {}, 'C0SECRET')).rejects.toThrow(/C0SECRET/)
    await expect(save(ana, '1000000000.000000')).rejects.toThrow(/1000000000/)
    await leaveSecret(store, ana)
    expect(await shown(ana)).toEqual([])
    const ts = await say(ben, 'gone soon')
    await save(ana, ts)
    await store.write((tx) => removeMessage(tx, ben, { channelId: help, ts }))
    expect(await shown(ana)).toEqual([])
    expect(await store.db.selectFrom('saved_messages').select('ts').execute()).toEqual([{ ts: secret }])
  })

  test('[LAT-4] one message too many is refused with what to do; the newest that are done are kept', async () => {
    const { store, ana, ben, say, save, open: shown, done } = await createScene(open)
    const ts = await say(ben, 'one too many')
    const rows = (count: number, from: number, doneAt: (n: number) => number | null) =>
      Array.from({ length: count }, (_, n) => ({
        team_id: ana.teamId,
        user_id: ana.userId,
        channel_id: help,
        ts: `${from + n}.000100`,
        saved_at: 1,
        done_at: doneAt(n),
      }))
    await store.db
      .insertInto('saved_messages')
      .values(rows(maxSaved, 1_000_000_000, () => null))
      .execute()
    await store.db
      .insertInto('saved_messages')
      .values(rows(maxDone, 1_100_000_000, (n) => n + 1))
      .execute()
    await expect(save(ana, ts)).rejects.toThrow(/500 messages .* Mark one as done/)
    await save(ana, ts, { done: true })
    expect([(await shown(ana)).length, (await done(ana)).length]).toEqual([maxSaved, maxDone])
    expect((await done(ana)).at(-1)).toBe('1100000001.000100')
    // Of a channel that they have left they see none, and could remove none.
    await store.db
      .updateTable('saved_messages')
      .set({ channel_id: 'C0SECRET' })
      .where('ts', 'in', ['1000000000.000100', '1000000001.000100'])
      .execute()
    await leaveSecret(store, ana)
    await save(ana, ts)
    await save(ana, await say(ben, 'and another'))
    expect(await shown(ana)).toHaveLength(maxSaved)
    await expect(save(ana, await say(ben, 'and a third'))).rejects.toThrow(/500 messages/)
  })
})

onBothDatabases('reminders', (open) => {
  test('[LAT-5, LAT-6] a reminder fires once, by the clock of the server, and is pushed', async () => {
    const { store, ana, ben, say, save, pushed, subscribed, inAnHour } = await createScene(open)
    await subscribed(ana, address)
    const ts = await say(ben, 'look at this')
    const at = inAnHour()
    await expect(save(ana, ts, { remindAt: 1000 })).rejects.toThrow(/over/)
    await expect(save(ana, ts, { remindAt: at + 400 * 86_400_000 })).rejects.toThrow(/a year/)
    await save(ana, ts, { remindAt: at })
    expect(await remindDue(store)).toBe(0)
    store.db.clock.advance(3_600_000)
    // Two nodes may look at the same moment.
    const counts = await Promise.all([remindDue(store), remindDue(store)])
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 1])
    expect(await listSaved(store.db, ana, { done: false })).toMatchObject([
      { remind_at: null, reminded_at: expect.any(Number) },
    ])
    expect(await pushed()).toEqual(['Reminder: Ben Okafor in #help-desk: look at this'])
    await save(ana, ts, { remindAt: inAnHour() })
    expect(await listSaved(store.db, ana, { done: false })).toMatchObject([{ reminded_at: null }])
    await save(ana, ts, { remindAt: 0 })
    store.db.clock.advance(7_200_000)
    expect(await remindDue(store)).toBe(0)
  })

  test('[LAT-6] nobody is told who is done, wants to be left alone, has muted the channel, or does not see it', async () => {
    const { store, ana, ben, say, save, pushed, subscribed, inAnHour } = await createScene(open)
    await subscribed(ana, address)
    const ends: Record<string, (ts: string) => Promise<unknown>> = {
      'is done': (ts) => save(ana, ts, { done: true }),
      'wants to be left alone': () => store.write((tx) => setQuiet(tx, ana, store.db.clock.now() + 60_000)),
      'has muted the channel': async () => {
        await store.write((tx) => setQuiet(tx, ana, 0))
        const channel = (await findChannel(store.db, 'T0ACME', help))!
        await store.write((tx) => setNotifyRule(tx, channel, ana, { muted: true }))
      },
    }
    for (const [why, end] of Object.entries(ends)) {
      const ts = await say(ben, why)
      await save(ana, ts, { remindAt: inAnHour() })
      store.db.clock.advance(3_600_000)
      expect(await remindDue(store)).toBe(1)
      await end(ts)
      expect([why, await pushed()]).toEqual([why, []])
    }
    const ts = await say(ana, 'for few', 'C0SECRET')
    await save(ana, ts, { remindAt: inAnHour() }, 'C0SECRET')
    await leaveSecret(store, ana)
    store.db.clock.advance(3_600_000)
    expect(await remindDue(store)).toBe(1)
    expect(await pushed()).toEqual([])
  })
})

test('[LAT-6] a reminder that fails does not stop the others', async () => {
  const { store, ana, ben, say, save, inAnHour } = await createScene(() => openSqlite(':memory:'))
  onTestFinished(() => store.close())
  const [broken, other] = [await say(ben, 'one'), await say(ben, 'two')]
  await save(ana, broken, { remindAt: inAnHour() })
  await save(ana, other, { remindAt: inAnHour() + 1000 })
  store.db.clock.advance(3_601_000)
  const breaking = `create trigger broken before update on saved_messages when old.ts = '${broken}'
    begin select raise(abort, 'It is broken'); end`
  await store.write((tx) => sql.raw(breaking).execute(tx))
  await expect(remindDue(store)).rejects.toThrow('It is broken')
  expect(await listSaved(store.db, ana, { done: false })).toMatchObject([
    { ts: other, remind_at: null },
    { ts: broken, reminded_at: null },
  ])
})

async function leaveSecret(store: Store, { userId }: Caller): Promise<void> {
  await store.db.deleteFrom('members').where('channel_id', '=', 'C0SECRET').where('user_id', '=', userId).execute()
  store.db.cache.clear()
}

async function createScene(open: OpenStore) {
  const scene = await createPushScene(open)
  const { store } = scene
  const nothing = { sessions: [], people: [], origins: [] }
  const list = async (person: Caller, done: boolean) =>
    (await listSaved(store.db, person, { done })).map(({ ts }) => ts)
  return {
    ...scene,
    inAnHour: () => store.db.clock.now() + 3_600_000,
    save: (person: Caller, ts: string, change: SavedChange = {}, channelId = help) =>
      store.write((tx) => saveForLater(tx, person, { channelId, ts, ...change })),
    open: (person: Caller) => list(person, false),
    done: (person: Caller) => list(person, true),
    /** What is pushed by now. It is not pushed again. */
    async pushed(): Promise<string[]> {
      const due = await listDuePushes(store.db, nothing, 50)
      await store.db.deleteFrom('pushes').execute()
      const news = await Promise.all(due.map((push) => store.snapshot((db) => findNews(db, push))))
      const words = await Promise.all(
        news.flatMap((one) => (one ? [store.snapshot((db) => describeNews(db, one))] : [])),
      )
      return words.map(({ title, body }) => `${title}: ${body}`)
    },
  }
}
