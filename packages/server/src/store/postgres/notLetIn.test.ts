import { expect, test } from 'vitest'
import { toRefusal } from '#http/api/errors'
import { insertNote, listNoteKeys } from '#testing/contract/notes'
import { openAsOwnUser } from '#testing/database/ownUser'
import { postgres } from '#testing/database/postgres'
import { startPostgresProxy } from '#testing/database/postgresProxy'

test.skipIf(!postgres).each([
  ['may not log in any more', '28000'],
  ['has another password', '28P01'],
])('[FLT-6] a server whose user %s refuses calls as unavailable, until it is let in again', async (_, code) => {
  const proxy = await startPostgresProxy(postgres ?? '')
  proxy.replaceInAnswers('C28000\0', `C${code}\0`)
  const { store, alter } = await openAsOwnUser(proxy.url)
  await store.write((tx) => insertNote(tx, 'before', ''))

  await alter('nologin')
  const fail = (): Promise<unknown> => store.write((tx) => insertNote(tx, 'lost', '')).catch((error: unknown) => error)
  // Connections that are being ended fail first, for another reason.
  await expect.poll(fail).toMatchObject({ code })
  const failure = await fail()
  expect(toRefusal(failure, undefined, () => {})).toMatchObject({ code: 'service_unavailable' })

  await alter('login')
  expect(await listNoteKeys(store)).toEqual(['before'])
})
