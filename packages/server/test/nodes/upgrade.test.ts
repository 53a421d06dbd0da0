import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { released } from '#store/migrate'
import { OwnSchemaDialect } from '#store/postgres/dialect'
import { migrateBesideOthers } from '#store/postgres/open'
import type { Tables } from '#store/tables/tables'
import { connectApp } from '#testing/apps/socketModeClient'
import { postgres } from '#testing/database/postgres'
import { call, createNodes, say } from '#testing/nodes/nodes'

const channel = 'C0HELP'

describe.skipIf(!postgres)('a server of the version before', () => {
  test('[NOD-19] works on while the next version migrates the database, and is refused at its next start', async () => {
    const { address, launch, query, unexpectedErrors } = await createNodes()
    const before = await launch()
    const app = await connectApp(before.url)
    const root = await say(before, 'Before')
    const recipient = { recipient_user_id: 'U0ANA', recipient_team_id: 'T0ACME' }
    const start = { channel, thread_ts: root, markdown_text: 'One', ...recipient }
    const { ts } = await call(before, 'chat.startStream', start)

    await migrateToNext(address)
    expect(await query(`select name from kysely_migration where name = '9999_next'`)).toHaveLength(1)

    const append = { channel, ts, markdown_text: ' two' }
    expect(await call(before, 'chat.appendStream', append)).toMatchObject({ ok: true })
    expect(await call(before, 'chat.stopStream', { channel, ts })).toMatchObject({ ok: true })
    expect(await call(before, 'chat.update', { channel, ts, text: 'Three' })).toMatchObject({ ok: true })
    const { messages } = await call(before, 'conversations.replies', { channel, ts: root })
    expect(messages.map(({ text }: { text: string }) => text)).toEqual(['Before', 'Three'])
    expect(await call(before, 'chat.delete', { channel, ts })).toMatchObject({ ok: true })
    await say(before, 'After')
    await app.until(() => app.messageTexts().includes('After'))
    await expect(launch()).rejects.toThrow(/written by a newer version of Rivulet \(it has 9999_next\)/)
    expect(unexpectedErrors).toEqual([])
  })
})

/** What a server of the next version does at its start: it adds a table, and a column to each table that is there. */
async function migrateToNext(address: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: address, max: 1 })
  const db = new Kysely<Tables>({ dialect: new OwnSchemaDialect({ pool }) })
  const [{ schema } = { schema: '' }] = (await sql<{ schema: string }>`select current_schema() as schema`.execute(db))
    .rows
  const up = async (each: Kysely<unknown>) => {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = ${schema} and tablename not like 'kysely%'`.execute(
      each,
    )
    for (const { name } of rows) await sql`alter table ${sql.table(name)} add column next text`.execute(each)
    await sql`create table next_things (team_id text not null, id text not null, primary key (team_id, id))`.execute(
      each,
    )
  }
  await migrateBesideOthers(db, schema, { ...released, '9999_next': { up } })
  await db.destroy()
}
