import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { searchFiles } from '#domain/search/files'
import { searcherOf } from '#domain/search/searcher'
import type { Store } from '#store/db'
import { facetPhrase, tsVectorOf } from '#store/textIndex/textIndex'
import { onBothDatabases, sharedSchema } from '#testing/database/databases'
import { askedForEachRow, plansInLittleMemory } from '#testing/database/plans'
import { postgres } from '#testing/database/postgres'
import { loadAcme } from '#testing/workspace/domain'
import { type FileRow, listFiles } from './find.ts'
import type { FileGroup } from './types.ts'

const all = { from: 0, to: 1e14, skip: 0, limit: 10 }

onBothDatabases('[FIL-5] the list of files', (open) => {
  test('has each once that is own, shared with the caller or granted, the newest first', async () => {
    const { store, findPerson, findCaller } = await loadAcme(open)
    const [ana, scout] = [await findPerson('U0ANA'), await findCaller('xoxb-acme-scout')]
    await insertFile(store, 'F1', 1, { by: ana.userId, in: ['C0HELP', 'C0GENERAL'] })
    await insertFile(store, 'F2', 2, { by: ana.userId })
    await insertFile(store, 'F4', 3, { in: ['C0HELP', 'C0GENERAL'], grantedTo: 'A0SCOUT' })
    await insertFile(store, 'F3', 3, { in: ['C0HELP'] })
    await insertFile(store, 'F5', 4, { grantedTo: 'A0SCOUT' })
    await insertFile(store, 'F6', 5, { in: ['C0NOWHERE'], grantedTo: 'A0QUIET' })
    const list = async (...[caller, wanted]: [typeof ana, Partial<Parameters<typeof listFiles>[2]>?]) => {
      const { files, total } = await listFiles(store.db, caller, { ...all, ...wanted })
      return [total, ...files.map(({ id }) => id)]
    }
    expect(await list(ana)).toEqual([4, 'F3', 'F4', 'F2', 'F1'])
    expect(await list(scout)).toEqual([4, 'F5', 'F3', 'F4', 'F1'])
    expect(await list(ana, { skip: 1, limit: 2 })).toEqual([4, 'F4', 'F2'])
    expect(await list(ana, { user: ana.userId })).toEqual([2, 'F2', 'F1'])
    expect(await list(ana, { channel: 'C0GENERAL' })).toEqual([2, 'F4', 'F1'])
    expect(await list(ana, { channel: 'C0GENERAL', user: ana.userId, from: 1, to: 1 })).toEqual([1, 'F1'])
    expect(await list(ana, { channel: 'C0NOWHERE' })).toEqual([0])
  })

  test('has only files of the types that are asked for, by their names or as what they were uploaded', async () => {
    const { store, findPerson } = await loadAcme(open)
    const ana = await findPerson('U0ANA')
    const insert = (id: string, at: number, name: string, snippet_type: string | null = null) =>
      insertFile(store, id, at, { by: ana.userId, row: { name, snippet_type } })
    await insert('F1', 1, 'Photo.JPEG')
    await insert('F2', 2, 'png')
    await insert('F3', 3, 'a.zip', 'sql')
    await insert('F4', 4, 'b.pdf')
    const list = async (...groups: FileGroup[]) =>
      (await listFiles(store.db, ana, { ...all, groups })).files.map(({ id }) => id)
    expect(await list('images')).toEqual(['F1'])
    expect(await list('zips')).toEqual([])
    expect(await list('snippets', 'pdfs')).toEqual(['F4', 'F3'])
    expect(await list('gdocs', 'spaces')).toEqual([])
    expect(await list('gdocs', 'all')).toEqual(['F4', 'F3', 'F2', 'F1'])
  })
})

const schema = postgres === undefined ? undefined : sharedSchema(postgres)
afterAll(() => schema?.close())

test.skipIf(!schema)('on PostgreSQL, shares are not read again for each file, however many there are', async () => {
  const { store, findPerson } = await loadAcme(schema!.open)
  const ana = await findPerson('U0ANA')
  await fillTeam(store, 5000)
  const plans = await plansInLittleMemory(store, async (db) => {
    for (const wanted of [{}, { user: 'U0BEN' }, { channel: 'C0HELP' }]) await listFiles(db, ana, { ...all, ...wanted })
    const searcher = await searcherOf(db, ana)
    const options = { sort: 'timestamp', direction: 'desc', skip: 0, limit: 10 } as const
    for (const text of ['report', 'report in:#help-desk', 'report -in:#help-desk'])
      await searchFiles(db, ana, searcher, text, options)
  })
  const aboutShares = plans.filter((plan) => /\bfile_shares\b/.test(plan))
  expect(aboutShares).toHaveLength(9)
  for (const plan of aboutShares) expect(plan).not.toMatch(askedForEachRow)
})

async function insertFile(
  store: Store,
  id: string,
  created_at: number,
  {
    by = 'U0BEN',
    in: channels = [],
    grantedTo,
    row: more,
  }: { by?: string; in?: string[]; grantedTo?: string; row?: Partial<FileRow> },
): Promise<void> {
  const key = { team_id: 'T0ACME', file_id: id }
  const row = { team_id: 'T0ACME', id, user_id: by, name: id, title: id, alt_text: '', size: 1, created_at }
  await store.db
    .insertInto('files')
    .values({ ...row, state: 'ready', ...more })
    .execute()
  for (const channel_id of channels)
    await store.db
      .insertInto('file_shares')
      .values({ ...key, channel_id, ts: `${created_at}.000100` })
      .execute()
  if (grantedTo)
    await store.db
      .insertInto('file_grants')
      .values({ ...key, app_id: grantedTo })
      .execute()
}

/** Many files that are shared in one channel, and found by the same word. */
async function fillTeam(store: Store, count: number): Promise<void> {
  const numbers = sql`generate_series(1, ${count}::int) n`
  await sql`insert into files (team_id, id, user_id, name, title, alt_text, size, state, created_at)
    select 'T0ACME', 'F' || n, 'U0BEN', 'report', 'report', '', 1, 'ready', n from ${numbers}`.execute(store.db)
  await sql`insert into file_shares select 'T0ACME', 'F' || n, 'C0HELP', n || '.000100' from ${numbers}`.execute(
    store.db,
  )
  const terms = tsVectorOf([...facetPhrase('kind', 'file').words, ...facetPhrase('team', 'T0ACME').words, 'report'])
  await sql`insert into search_entries (team_id, channel_id, ts, file_id, terms)
    select 'T0ACME', '', '', 'F' || n, ${terms}::tsvector from ${numbers}`.execute(store.db)
  await sql`analyze channels, members, files, file_shares, search_entries`.execute(store.db)
}
