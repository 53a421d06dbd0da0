import { expect, test } from 'vitest'
import { saveForLater } from '#domain/later/saved'
import { scheduleForPerson } from '#domain/people/messages/schedule'
import { sendMessage } from '#domain/people/messages/send'
import { blocksOfWritten } from '#domain/people/messages/written'
import { findPersonCaller } from '#domain/people/personCaller'
import { findViewerScheduled } from '#feed/objects/kept'
import { laterFrame } from '#feed/objects/later'
import { startFeedServer } from '#testing/feed/feedServer'
import { longestHold, slowness } from '#testing/slow/loopHold'

const parts = Array.from({ length: 1700 }, (_, i) => ({
  type: 'text',
  text: `word${i}`,
  ...(i % 2 === 0 ? { style: { bold: true } } : {}),
}))
const blocks = [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements: parts }] }]

test('[LAT-2, SCH-6] what a person keeps, and has scheduled, does not keep the event loop, however long it is', async () => {
  const { store } = await startFeedServer()
  const ana = (await findPersonCaller(store.db, 'T0ACME', 'U0ANA'))!
  const typed = { channelId: 'C0HELP', text: '', blocks, threadTs: undefined, broadcast: false }
  const now = Math.floor(store.db.clock.now() / 1000)
  for (let i = 0; i < 100; i++)
    await store.write((tx) => scheduleForPerson(tx, ana, { ...typed, postAt: now + 600 * (i + 1) }))
  for (let i = 0; i < 30; i++) {
    const clientMsgId = crypto.randomUUID()
    const written = { ...typed, blocks: blocksOfWritten({ text: '', blocks }), clientMsgId, toAssistant: false }
    const ts = await store.write((tx) => sendMessage(tx, ana, written))
    await store.write((tx) => saveForLater(tx, ana, { channelId: 'C0HELP', ts }))
  }
  const reads = {
    later: () => store.snapshot((db) => laterFrame(db, ana, { type: 'later', id: 'x', show: 'open' })),
    scheduled: () => store.snapshot((db) => findViewerScheduled(db, ana)),
  }
  for (const [name, read] of Object.entries(reads)) {
    let held = Infinity
    // Other work of the machine only adds to it.
    for (let i = 0; i < 5 && held > 15; i++) held = Math.min(held, await longestHold(read))
    expect(held, name).toBeLessThan(15 * slowness())
  }
})
