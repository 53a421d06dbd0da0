import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { indexMessage } from '#domain/search/indexTexts'
import { remove } from '#methods/chat/delete'
import { postMessage } from '#methods/chat/postMessage'
import { update } from '#methods/chat/update'
import { up } from '#store/migrations/search/0022_search'
import type { Store } from '#store/db'
import { openSqlite } from '#store/sqlite/open'
import { onBothDatabases } from '#testing/database/databases'
import { resetWorkspace } from '#workspace/reset'
import { createWorkspace } from '#testing/workspace/workspace'

const tools = { hashToken: (token: string) => token, hashPassword: () => '' }

onBothDatabases('the search index', (open) => {
  test('[SRC-1] takes the longest words that a message can have', async () => {
    const { store, call } = await createWorkspace({ store: await open() })
    // Each letter becomes four.
    const words = Array.from({ length: 9900 }, (_, n) => `${'ﷲ'.repeat(15)}${String(n).padStart(4, '0')}`)
    const message = { team_id: 'T0ACME', channel_id: 'C0HELP', ts: '1767225600.000100', user_id: 'U0ANA' }
    const content = { text: words.join(' '), blocks: [], attachments: null, deleted: false, notice: null }
    await store.write((tx) => indexMessage(tx, { ...message, ...content, streaming_state: null }))
    expect(await call(postMessage, { channel: 'C0HELP', text: 'After it' })).toMatchObject({ ok: true })
  })

  test('[SRC-1] gets the messages of an older database in batches', async () => {
    const { store, call } = await createWorkspace({ store: await open() })
    const { ts: deleted = '' } = await call(postMessage, { channel: 'C0HELP', text: 'Regretted' })
    await call(remove, { channel: 'C0HELP', ts: deleted })
    for (let n = 0; n < 3; n++)
      await store.write((tx) =>
        tx
          .insertInto('messages')
          .values(
            Array.from({ length: 400 }, (_, i) => ({
              team_id: 'T0ACME',
              channel_id: 'C0HELP',
              ts: `1767${String(n * 400 + i).padStart(6, '0')}.000000`,
              user_id: 'U0ANA',
              text: `Number ${n * 400 + i}`,
              blocks: [],
              locked: false,
              deleted: false,
              created_at: 0,
            })),
          )
          .execute(),
      )
    const before = await entriesOf(store)
    await sql`drop table search_entries`.execute(store.db)
    if (store.db.cache.isSingleWriter) await sql`drop table search_index`.execute(store.db)
    await up(store.db)
    const after = await entriesOf(store)
    expect(after).toEqual(expect.arrayContaining(before))
    expect(after).toHaveLength(before.length + 1200)
    expect(after).not.toContain(deleted)
  })

  test('[SRC-1] is emptied with everything else', async () => {
    const { store } = await createWorkspace({ store: await open() })
    await store.write((tx) => resetWorkspace(tx, undefined, tools))
    expect(await entriesOf(store)).toEqual([])
    if (!store.db.cache.isSingleWriter) return
    const { rows } = await sql`select rowid from search_index where search_index match ${'"printer"'}`.execute(store.db)
    expect(rows).toEqual([])
  })
})

test('[SRC-1] overwrites the words of what was changed or deleted', async () => {
  const { store, call } = await createWorkspace({ store: await openSqlite(':memory:') })
  const { ts: changed = '' } = await call(postMessage, { channel: 'C0HELP', text: 'The password is hunter2secret' })
  const { ts: deleted = '' } = await call(postMessage, { channel: 'C0HELP', text: 'It was hunter3secret' })
  expect(await isStored(store, 'hunter2secret')).toBe(true)
  await call(update, { channel: 'C0HELP', ts: changed, text: 'Never mind' })
  await call(remove, { channel: 'C0HELP', ts: deleted })
  for (const word of ['hunter2secret', 'hunter3secret']) expect(await isStored(store, word)).toBe(false)
})

async function isStored(store: Store, word: string): Promise<boolean> {
  const { rows } = await sql<{ block: Uint8Array }>`select block from search_index_data`.execute(store.db)
  return rows.some(({ block }) => Buffer.from(block).includes(word.slice(6)))
}

async function entriesOf(store: Store): Promise<string[]> {
  const rows = await store.db.selectFrom('search_entries').select(['channel_id', 'ts']).execute()
  return rows.map(({ channel_id, ts }) => `${channel_id} ${ts}`)
}
