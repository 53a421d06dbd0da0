import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrate, released } from '#store/migrate'
import { OwnSchemaDialect } from '#store/postgres/dialect'
import { sqliteDialect } from '#store/sqlite/dialect'
import { neverLocked } from '#store/sqlite/mutex'
import type { Tables } from '#store/tables/tables'
import { onBothDatabases } from '#testing/database/databases'
import { postgres } from '#testing/database/postgres'
import { type Key, readSchema, type Schema } from '#testing/database/readSchema'

type On = 'both' | 'sqlite' | 'postgresql'

/** The tables without a team. docs/scale.md says where they go when the database is split. */
const withoutTeam: Record<string, On> = {
  apps: 'both',
  app_requests: 'both',
  enterprises: 'both',
  file_parts: 'postgresql',
  kysely_migration: 'both',
  kysely_migration_lock: 'both',
  leases: 'postgresql',
  meta: 'both',
  nodes: 'postgresql',
  refresh_tokens: 'both',
  search_index: 'sqlite',
  server_secrets: 'both',
  socket_tickets: 'both',
  teams: 'both',
}

/** The unique keys of tables with a team that begin with something else, and why. */
const otherKeys: Record<string, [On, string]> = {
  'tokens (hash)': ['both', 'a call names its token alone, and the tokens of an enterprise have no team'],
  'log (seq)': ['sqlite', 'the number of the row is the cheapest key; one process writes, and its file is not split'],
  'search_entries (n)': ['sqlite', 'the text index names its entries by a number'],
}

/** Indexes for what is looked for in all teams: sweeps, and what arrives without its team. */
const acrossTeams: Record<string, [On, string]> = {
  'answers (at)': ['both', 'sweep'],
  'answers (channel_id, ts)': ['both', 'in the transaction of one message, whose team may be an enterprise'],
  'channels (id)': ['both', 'a channel that a token of an enterprise names'],
  'connections (kept_until)': ['both', 'sweep'],
  'deliveries (app_id, channel_id)': ['postgresql', 'an app gets what happens in all its teams'],
  'deliveries (app_id, channel_id, seq, type)': ['both', 'an app gets what happens in all its teams'],
  'deliveries (app_id, due_at, seq)': ['both', 'what is due'],
  'deliveries (app_id, seq)': ['both', 'an app gets what happens in all its teams'],
  'deliveries (event_id)': ['both', 'what an app acknowledges'],
  'deliveries (kept_until)': ['both', 'sweep'],
  'ephemerals (created_at)': ['both', 'sweep'],
  'files (blob)': ['both', 'sweep'],
  'files (state, expires_at)': ['both', 'sweep'],
  'files (ticket)': ['both', 'the address of an upload'],
  'function_executions (started_at)': ['both', 'sweep'],
  'known_browsers (expires_at)': ['both', 'sweep'],
  'known_browsers (hash)': ['both', 'the cookie of a browser'],
  'log (seq)': ['sqlite', 'the log of all teams'],
  'moved_hashes (hash)': ['postgresql', 'the token, cookie, webhook or other secret of a team that is elsewhere'],
  'oauth_codes (hash)': ['both', 'the code that an app exchanges'],
  'offered_options (at)': ['both', 'sweep'],
  'pictures (id)': ['both', 'the address of a picture'],
  'pushes (due_at)': ['both', 'what is due'],
  'response_urls (expires_at)': ['both', 'sweep'],
  'saved_messages (remind_at)': ['both', 'what is due'],
  'scheduled_messages (failed_at)': ['both', 'sweep'],
  'scheduled_messages (post_at)': ['both', 'what is due'],
  'search_entries (terms)': ['postgresql', 'words, of which the team is one'],
  'sessions (expires_at)': ['both', 'sweep'],
  'sessions (hash)': ['both', 'the cookie of a browser'],
  'statuses (ends_at)': ['both', 'sweep'],
  'streams (started_at)': ['both', 'sweep'],
  'tokens (app_id, team_id)': ['both', 'stands beside the tokens, which have their hash as key'],
  'tokens (code)': ['both', 'stands beside the tokens'],
  'tokens (expires_at)': ['both', 'sweep'],
  'triggers (expires_at)': ['both', 'each new one removes the old ones'],
  'users (email_key)': ['both', 'the e-mail address with which somebody signs in'],
  'users (status_ends_at)': ['both', 'sweep'],
  'views (changed_at)': ['both', 'sweep'],
  'webhooks (code)': ['both', 'the code that was used twice'],
  'windows_in_sight (kept_until)': ['both', 'sweep'],
}

onBothDatabases('the schema', (open) => {
  const nameOf = ({ table, columns }: Key) => `${table} (${columns.join(', ')})`
  const read = async () => {
    const store = await open()
    return { schema: await readSchema(store), here: store.db.cache.isSingleWriter ? 'sqlite' : 'postgresql' }
  }
  const listed = (list: Record<string, On | readonly [On, string]>, here: string) =>
    Object.entries(list)
      .filter(([, value]) => ['both', here].includes(typeof value === 'string' ? value : value[0]))
      .map(([name]) => name)
      .toSorted()
  const hasTeam = ({ tables }: Schema, table: string) => tables.get(table)?.includes('team_id') === true
  const keysOfTeams = (schema: Schema, isUnique: boolean) =>
    schema.keys.filter((key) => hasTeam(schema, key.table) && key.isUnique === isUnique && key.columns[0] !== 'team_id')

  test('[NOD-8] has a team in every table but these', async () => {
    const { schema, here } = await read()
    // SQLite keeps its text index in several tables of its own.
    const tables = [...schema.tables.keys()].filter((name) => !/^search_index_|^sqlite_/.test(name))
    expect(tables).toContain('messages')
    expect(tables.filter((table) => !hasTeam(schema, table)).toSorted()).toEqual(listed(withoutTeam, here))
  })

  test('[NOD-8] begins every primary key and unique index of a team with the team', async () => {
    const { schema, here } = await read()
    for (const [table] of schema.tables)
      if (hasTeam(schema, table)) expect(schema.keys.some((key) => key.table === table && key.isUnique)).toBe(true)
    expect(keysOfTeams(schema, true).map(nameOf).toSorted()).toEqual(listed(otherKeys, here))
  })

  test('[NOD-8] looks in all teams only for these', async () => {
    const { schema, here } = await read()
    expect(keysOfTeams(schema, false).map(nameOf).toSorted()).toEqual(listed(acrossTeams, here))
  })

  test('[NOD-8] shows a key without a team', async () => {
    const store = await open()
    await store.write((tx) => sql`create table strays (id text primary key, team_id text)`.execute(tx))
    const schema = await readSchema(store)
    await store.write((tx) => sql`drop table strays`.execute(tx))
    expect(keysOfTeams(schema, true).map(nameOf)).toContain('strays (id)')
  })
})

test('[NOD-8] docs/scale.md says where each table without a team goes, and each key without one', () => {
  const page = readFileSync(new URL('../../../../../docs/scale.md', import.meta.url), 'utf8')
  for (const name of [...Object.keys(withoutTeam), ...Object.keys(otherKeys)])
    expect(page).toContain(`\`${name.split(' ')[0]}\``)
})

const before = {
  sessions: { hash: 'h1', team_id: 'T1', user_id: 'U1', created_at: 1, expires_at: 2 },
  oauth_codes: {
    hash: 'h2',
    app_id: 'A1',
    team_id: 'T1',
    user_id: 'U1',
    scopes: '["chat:write"]',
    user_scopes: '[]',
    redirect_uri: 'https://app.example',
    redirect_asked: true,
    used: false,
    expires_at: 3,
    webhook_channel: 'C1',
    nonce: 'n',
    challenge: 'c',
  },
  deliveries: {
    event_id: 'Ev1',
    app_id: 'A1',
    team_id: 'T1',
    channel_id: 'C1',
    ts: '1.000001',
    seq: 7,
    type: 'message',
    event: '{}',
    at: 4,
    attempt: 1,
    reason: 'timeout',
    due_at: 5,
    kept_until: 6,
  },
}

describe('[FLT-8] sessions, codes and deliveries keep their rows', () => {
  test('on SQLite', async () => {
    const file = new DatabaseSync(':memory:')
    onTestFinished(() => file.close())
    await expectKept(new Kysely<Tables>({ dialect: sqliteDialect(file, neverLocked) }))
  })

  test.skipIf(!postgres)('on PostgreSQL', async () => {
    const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
    const pool = new pg.Pool({ connectionString: postgres, options: `-c search_path=${schema}` })
    const db = new Kysely<Tables>({ dialect: new OwnSchemaDialect({ pool }) })
    onTestFinished(() => db.destroy())
    await sql`create schema ${sql.id(schema)}`.execute(db)
    await expectKept(db, schema)
  })

  async function expectKept(db: Kysely<Tables>, schema?: string): Promise<void> {
    const until = (last: string) => Object.fromEntries(Object.entries(released).filter(([name]) => name < last))
    await migrate(db, schema, until('0039'))
    for (const [table, row] of Object.entries(before)) {
      const [names, values] = [
        Object.keys(row).map((name) => sql.id(name)),
        Object.values(row)
          // SQLite knows no booleans.
          .map((value) => (schema === undefined && typeof value === 'boolean' ? Number(value) : value)),
      ]
      await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(values)})`.execute(db)
    }
    const stored = await read()
    await migrate(db, schema, until('0040'))
    expect(await read()).toEqual(stored)

    async function read() {
      const rows = Object.keys(before).map((table) => sql`select * from ${sql.table(table)}`.execute(db))
      const all = (await Promise.all(rows)).map((result) => result.rows)
      expect(all.map(({ length }) => length)).toEqual([1, 1, 1])
      return all
    }
  }
})
