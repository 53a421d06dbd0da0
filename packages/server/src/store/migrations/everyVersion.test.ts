import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config'
import { start } from '#server/start'
import { released } from '#store/migrate'
import { OwnSchemaDialect } from '#store/postgres/dialect'
import { openPostgres } from '#store/postgres/open'
import { sqliteDialect } from '#store/sqlite/dialect'
import { neverLocked } from '#store/sqlite/mutex'
import type { Tables } from '#store/tables/tables'
import { createTempDirectory } from '#testing/database/databases'
import { testKeys } from '#testing/database/keys'
import { postgres } from '#testing/database/postgres'
import { fillDatabase } from '#testing/upgrade/fillDatabase'
import { old } from '#testing/upgrade/oldPeople'

const versions = Object.keys(released)

describe('a database of an earlier version, on SQLite', () => {
  test.each(versions)('[FLT-8] keeps what was in it: %s', async (version) => {
    const data = createTempDirectory()
    const file = new DatabaseSync(join(data, 'rivulet.db'))
    const db = new Kysely<Tables>({ dialect: sqliteDialect(file, neverLocked) })
    await fillDatabase(db, version)
    file.close()
    await expectKept(version, { config: readConfig({ port: 0, data }, {}) })
  })
})

describe.skipIf(!postgres)('a database of an earlier version, on PostgreSQL', () => {
  test.each(versions)('[FLT-8] keeps what was in it: %s', { timeout: 60_000 }, async (version) => {
    const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
    const pool = new pg.Pool({ connectionString: postgres, options: `-c search_path=${schema}` })
    const db = new Kysely<Tables>({ dialect: new OwnSchemaDialect({ pool }) })
    await sql`create schema ${sql.id(schema)}`.execute(db)
    await fillDatabase(db, version, schema)
    await db.destroy()
    const store = await openPostgres(postgres ?? '', { schema, keys: testKeys })
    await expectKept(version, { config: readConfig({ port: 0, data: ':memory:' }, {}), store })
  })
})

/** Starts this version on the database, and asks for what was written before. */
async function expectKept(version: string, options: Pick<Parameters<typeof start>[0], 'config' | 'store'>) {
  const errors: unknown[] = []
  const { url, stop } = await start({
    ...options,
    dev: false,
    workspace: undefined,
    onUnexpectedError: (error) => errors.push(error),
  })
  onTestFinished(stop)
  const has = (migration: string) => version >= migration
  const inChannel = { channel: old.channel }
  const inThread = { ...inChannel, ts: old.root }

  const { messages: history } = await call('conversations.history', inChannel)
  expect(history).toEqual([
    expect.objectContaining({ text: 'Edited', edited: expect.anything() }),
    expect.objectContaining({
      text: 'The printer is on fire',
      reply_count: 3,
      ...(has('0002') && { reactions: [{ name: 'fire', users: ['U0OLD'], count: 1 }] }),
      ...(has('0009') && { files: [expect.objectContaining({ id: 'F0OLD', name: 'fire.png' })] }),
      ...(has('0018') && { attachments: [expect.objectContaining({ text: 'Smoke everywhere' })] }),
    }),
  ])
  expect((await call('conversations.replies', inThread)).messages).toMatchObject([
    { text: 'The printer is on fire' },
    { text: 'Have you tried water?' },
    { markdown_text: 'All is **well**', streaming_state: 'completed' },
    { ts: old.open, streaming_state: 'in_progress' },
  ])
  expect(await call('chat.appendStream', { ...inChannel, ts: old.open, markdown_text: ' end' })).toMatchObject({
    ok: true,
  })
  const stopped = await call('chat.stopStream', { ...inChannel, ts: old.open })
  expect(stopped).toMatchObject({ ok: true, message: { markdown_text: 'Half an end' } })
  expect(await call('conversations.info', inChannel)).toMatchObject({
    channel: { name: 'old-help', topic: { value: 'Printers' }, purpose: { value: has('0012') ? 'Paper and ink' : '' } },
  })
  expect(await call('users.info', { user: 'U0OLD' })).toMatchObject({
    user: { real_name: 'Olga Berg', profile: { title: has('0019') ? 'Keeper' : '' } },
  })
  expect((await call('pins.list', inChannel)).items).toHaveLength(has('0020') ? 1 : 0)
  expect((await call('bookmarks.list', { channel_id: old.channel })).bookmarks).toHaveLength(has('0020') ? 1 : 0)
  expect(await call('chat.postMessage', { ...inChannel, text: 'New' })).toMatchObject({ ok: true })
  expect(errors).toEqual([])

  async function call(method: string, args: Record<string, string>): Promise<Record<string, unknown>> {
    const headers = { authorization: `Bearer ${old.token}` }
    const response = await fetch(`${url}/api/${method}`, { method: 'POST', headers, body: new URLSearchParams(args) })
    return (await response.json()) as Record<string, unknown>
  }
}
