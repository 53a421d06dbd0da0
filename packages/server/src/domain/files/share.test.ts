import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { sharedSchema } from '#testing/database/databases'
import { postgres } from '#testing/database/postgres'
import { loadAcme } from '#testing/workspace/domain'
import { completeFiles } from './complete.ts'
import { shareFiles, unshareFiles } from './share.ts'
import { createUpload, receiveFile } from './upload.ts'

const schema = postgres ? sharedSchema(postgres) : undefined
afterAll(() => schema?.close())

test.skipIf(!schema)(
  '[FIL-7] a file goes with its last two messages, if both are deleted at the same moment',
  async () => {
    const { store, findPerson } = await loadAcme(schema!.open)
    const ana = await findPerson('U0ANA')
    const { id } = await store.write((tx) => createUpload(tx, ana, { name: 'a.txt', size: 2, alt: '' }))
    const find = () => store.db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await receiveFile(store, await find(), content())
    const message = { team_id: ana.teamId, channel_id: 'C0HELP', files: [id] }
    const [one, other] = ['1.000001', '1.000002'].map((ts) => ({ ...message, ts })) as [Shared, Shared]
    await store.write(async (tx) => {
      await completeFiles(tx, ana, [{ id }])
      for (const each of [one, other]) await shareFiles(tx, each, [id])
    })

    const [looked, going] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = store.write(async (tx) => {
      await unshareFiles(tx, one)
      looked.resolve()
      await going.promise
    })
    await looked.promise
    let isOver = false
    const second = store.write((tx) => unshareFiles(tx, other)).then(() => (isOver = true))
    const isWaiting = async () => {
      const key = sql`hashtext(${`file ${ana.teamId} ${id}`})::bigint & 4294967295`
      const { rows } = await sql`select from pg_locks where not granted and objid::bigint = ${key}`.execute(store.db)
      return rows.length > 0
    }
    await expect.poll(async () => isOver || (await isWaiting())).toBe(true)
    going.resolve()
    await Promise.all([first, second])
    expect((await find()).state).toBe('deleted')
  },
)

type Shared = Parameters<typeof unshareFiles>[1]

async function* content() {
  yield new TextEncoder().encode('Hi')
}
