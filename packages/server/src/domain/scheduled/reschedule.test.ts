import { expect, onTestFinished, test, vi } from 'vitest'
import { requireApp } from '#domain/access/caller'
import { findChannel } from '#domain/channels/find'
import { onBothDatabases, type OpenStore, sharedSchema } from '#testing/database/databases'
import { postgres } from '#testing/database/postgres'
import { holdWrite } from '#testing/transactions/holdWrite'
import { loadAcme } from '#testing/workspace/domain'
import type { ScheduledRow } from './own.ts'
import { reschedule, scheduleMessage } from './schedule.ts'
import { sendDueMessages } from './sendDue.ts'

const hours = 3_600_000

onBothDatabases('a message that its author gives another time', (open) => {
  test('[SCH-6, SCH-8] has not failed, also if that is when it could not be sent', async () => {
    const { store, scout, scheduled, later, list } = await createScene(open)
    const write = store.write.bind(store)
    const sending = vi.spyOn(store, 'write').mockImplementationOnce(async (...given) => {
      const sent = write(...given)
      await sent.catch(() => {})
      await write((tx) => reschedule(tx, scout, scheduled, later))
      return sent
    })
    onTestFinished(() => sending.mockRestore())
    expect(await sendDueMessages(store)).toBe(0)
    expect(await list()).toMatchObject([{ post_at: later * 1000, failed_at: null, failure: null }])
  })
})

test.skipIf(!postgres)(
  '[SCH-6, SCH-8] a failure that its author gives another time is not forgotten as the oldest of them',
  async () => {
    const { open, close } = sharedSchema(postgres ?? '')
    onTestFinished(close)
    const { store, scout, scheduled, later, list } = await createScene(open)
    const failed: ScheduledRow = { ...scheduled, failure: 'is_archived', failure_detail: '', failed_at: 0 }
    const failures = Array.from({ length: 100 }, (_, n) => ({ ...failed, id: `Q${n}`, n, failed_at: n + 1 }))
    await store.write((tx) => tx.insertInto('scheduled_messages').values(failures).execute())
    const { release, keepsWaiting } = await holdWrite(store, (tx) => reschedule(tx, scout, failures[0]!, later))
    const sending = sendDueMessages(store)
    expect(await keepsWaiting(sending)).toBe(true)
    await Promise.all([release(), sending])
    const all = await list()
    expect(all).toHaveLength(101)
    expect(all.find(({ id }) => id === 'Q0')).toMatchObject({ post_at: later * 1000, failed_at: null })
  },
)

/** A message of Scout is due, and cannot be sent. */
async function createScene(open: OpenStore) {
  const { store, findCaller } = await loadAcme(open)
  const scout = requireApp(await findCaller('xoxb-acme-scout'))
  const channel = (await findChannel(store.db, 'T0ACME', 'C0HELP'))!
  const postAt = Math.floor(store.db.clock.now() / 1000) + 3600
  const draft = { text: 'Later', blocks: [], attachments: null, markdown: null, metadata: null, broadcast: false }
  const scheduled = await store.write((tx) =>
    scheduleMessage(tx, scout, { channel, threadTs: undefined, postAt, draft }),
  )
  await store.db.updateTable('channels').set({ archived: true }).where('id', '=', channel.id).execute()
  store.db.cache.clear()
  store.db.clock.advance(2 * hours)
  const list = () => store.db.selectFrom('scheduled_messages').selectAll().execute()
  return { store, scout, scheduled, later: postAt + 3 * 3600, list }
}
