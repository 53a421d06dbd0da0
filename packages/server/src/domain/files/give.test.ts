import { expect, test } from 'vitest'
import { uninstallApp } from '#domain/apps/uninstall'
import type { Caller } from '#domain/access/caller'
import { turnClock } from '#domain/clock'
import { onBothDatabases } from '#testing/server/databases'
import { aScene } from '#testing/workspace/domain'
import { listFiles, readableFile } from './find.ts'
import { filesToGive, giveFiles } from './give.ts'
import { sweepFiles } from './sweep.ts'
import { expectFile, receiveFile } from './upload.ts'

const all = { from: 0, to: 1e14, skip: 0, limit: 10 }

onBothDatabases('[FIL-5, ACT-16] a file that is given to an app', (open) => {
  async function given() {
    const { store, person, callerOf } = await aScene(open)
    const ana = await person('U0ANA')
    const scout = await callerOf('xoxb-acme-scout')
    const id = await store.write(async (tx) => (await expectFile(tx, ana, { name: 'a.txt', size: 2, alt: '' })).id)
    const row = await store.db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await receiveFile(store, row, content())
    const offered = () => filesToGive(store.db, ana, 'A0SCOUT', [id])
    const chosen = await offered()
    await store.write((tx) => giveFiles(tx, ana, 'A0SCOUT', chosen))
    const reads = (caller: Caller) =>
      readableFile(store.db, caller, id).then(
        () => 'ok',
        ({ code }: { code: string }) => code,
      )
    return { store, person, ana, scout, id, offered, reads }
  }

  test('is read by its bot, by who uploaded it, and by nobody else', async () => {
    const { store, person, ana, scout, id, reads, offered } = await given()
    const others = [await person('U0BEN'), { ...scout, kind: 'user', userId: 'U0BEN' } as const]
    const theirs = { ...scout, app: { ...scout.app!, id: 'A0QUIET' } }
    expect([await reads(ana), await reads(scout)]).toEqual(['ok', 'ok'])
    for (const other of [...others, theirs]) expect(await reads(other)).toBe('file_not_found')
    expect(await listFiles(store.db, scout, all)).toMatchObject({ total: 1, files: [{ id }] })
    expect(await listFiles(store.db, theirs, all)).toMatchObject({ total: 0 })
    expect(await offered()).toMatchObject([{ id, state: 'ready' }])
    expect(await filesToGive(store.db, ana, 'A0QUIET', [id])).toEqual([])
  })

  test('is its no more when it is uninstalled, and leaves nothing when it is deleted', async () => {
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

  test('stays, although an upload that nothing becomes of goes after an hour', async () => {
    const { store, ana, reads, scout } = await given()
    await store.write((tx) => expectFile(tx, ana, { name: 'b.txt', size: 2, alt: '' }))
    turnClock(3_600_000)
    await sweepFiles(store)
    expect(await reads(scout)).toBe('ok')
    expect(await store.db.selectFrom('files').selectAll().execute()).toHaveLength(1)
  })
})

async function* content() {
  yield new TextEncoder().encode('Hi')
}
