import { expect, test } from 'vitest'
import { uninstallApp } from '#domain/apps/uninstall'
import type { Caller } from '#domain/access/caller'
import { onBothDatabases } from '#testing/database/databases'
import { loadAcme } from '#testing/workspace/domain'
import { listFiles, findReadableFile } from './find.ts'
import { findGrantableFiles, grantFiles } from './grant.ts'
import { sweepFiles } from '#domain/sweep/files'
import { createUpload, receiveFile } from './upload.ts'

const all = { from: 0, to: 1e14, skip: 0, limit: 10 }

onBothDatabases('[FIL-5, ACT-16] a file that is granted to an app', (open) => {
  async function given() {
    const { store, findPerson, findCaller } = await loadAcme(open)
    const ana = await findPerson('U0ANA')
    const scout = await findCaller('xoxb-acme-scout')
    const id = await store.write(async (tx) => (await createUpload(tx, ana, { name: 'a.txt', size: 2, alt: '' })).id)
    const row = await store.db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await receiveFile(store, row, content())
    const offered = () => findGrantableFiles(store.db, ana, 'A0SCOUT', [id])
    const chosen = await offered()
    await store.write((tx) => grantFiles(tx, ana, 'A0SCOUT', chosen))
    const reads = (caller: Caller) =>
      findReadableFile(store.db, caller, id).then(
        () => 'ok',
        ({ code }: { code: string }) => code,
      )
    return { store, findPerson, ana, scout, id, offered, reads }
  }

  test('is readable by its bot and by its uploader, and by nobody else', async () => {
    const { store, findPerson, ana, scout, id, reads, offered } = await given()
    const others = [await findPerson('U0BEN'), { ...scout, kind: 'user', userId: 'U0BEN' } as const]
    const theirs = { ...scout, app: { ...scout.app!, id: 'A0QUIET' } }
    expect([await reads(ana), await reads(scout)]).toEqual(['ok', 'ok'])
    for (const other of [...others, theirs]) expect(await reads(other)).toBe('file_not_found')
    expect(await listFiles(store.db, scout, all)).toMatchObject({ total: 1, files: [{ id }] })
    expect(await listFiles(store.db, theirs, all)).toMatchObject({ total: 0 })
    expect(await offered()).toMatchObject([{ id, state: 'ready' }])
    expect(await findGrantableFiles(store.db, ana, 'A0QUIET', [id])).toEqual([])
  })

  test('is not readable after the app is uninstalled, and leaves nothing when it is deleted', async () => {
    const one = await given()
    const app = await one.store.db.selectFrom('apps').selectAll().where('id', '=', 'A0SCOUT').executeTakeFirstOrThrow()
    await one.store.write((tx) => uninstallApp(tx, app, 'T0ACME'))
    expect([await one.reads(one.scout), await one.reads(one.ana)]).toEqual(['file_not_found', 'ok'])

    const { store, id, reads, scout } = await given()
    await store.write((tx) => tx.updateTable('files').set({ state: 'deleted' }).where('id', '=', id).execute())
    expect(await reads(scout)).toBe('file_not_found')
    await sweepFiles(store)
    expect(await store.db.selectFrom('file_grants').selectAll().execute()).toEqual([])
  })

  test('stays, while an upload that is not completed is deleted after an hour', async () => {
    const { store, ana, reads, scout } = await given()
    await store.write((tx) => createUpload(tx, ana, { name: 'b.txt', size: 2, alt: '' }))
    store.db.clock.advance(3_600_000)
    await sweepFiles(store)
    expect(await reads(scout)).toBe('ok')
    expect(await store.db.selectFrom('files').selectAll().execute()).toHaveLength(1)
  })
})

async function* content() {
  yield new TextEncoder().encode('Hi')
}
