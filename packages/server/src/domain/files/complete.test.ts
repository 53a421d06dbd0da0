import { afterAll, expect, test } from 'vitest'
import { sharedSchema } from '#testing/database/databases'
import { postgres } from '#testing/database/postgres'
import { loadAcme } from '#testing/workspace/domain'
import { completeFiles } from './complete.ts'
import { updateFile } from './own.ts'
import { createUpload, receiveFile } from './upload.ts'

const schema = postgres ? sharedSchema(postgres) : undefined
afterAll(() => schema?.close())

test.skipIf(!schema)('[FIL-2] a file is not completed at the moment in which it is removed', async () => {
  const { store, findPerson } = await loadAcme(schema!.open)
  const ana = await findPerson('U0ANA')
  const { id } = await store.write((tx) => createUpload(tx, ana, { name: 'a.txt', size: 2, alt: '' }))
  const find = () => store.db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const row = await find()
  await receiveFile(store, row, content())

  const [removed, completing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const removing = store.write(async (tx) => {
    await updateFile(tx, row).set({ state: 'deleted' }).execute()
    removed.resolve()
    await completing.promise
  })
  await removed.promise
  const completion = store.write((tx) => completeFiles(tx, ana, [{ id }]))
  setTimeout(completing.resolve, 200)
  await removing
  await expect(completion).rejects.toMatchObject({ code: 'file_not_found' })
  expect((await find()).state).toBe('deleted')
})

async function* content() {
  yield new TextEncoder().encode('Hi')
}
