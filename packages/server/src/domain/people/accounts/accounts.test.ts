import { expect, test } from 'vitest'
import { createSubscribedApp } from '#testing/apps/recordedEvents'
import { onBothDatabases } from '#testing/database/databases'
import { createWorkspace } from '#testing/workspace/workspace'
import { inBatches } from '#domain/batches'
import { addPerson } from './add.ts'
import { activatePerson, deactivatePerson } from './deactivate.ts'
import { requirePerson } from './find.ts'
import { listAccounts } from './list.ts'

const options = { events: ['user_change', 'team_join', 'tokens_revoked'], scopes: ['users:read'] }

onBothDatabases('accounts', (open) => {
  test('[OPS-3, OPS-4] apps learn that a person joined, is deactivated and is active again', async () => {
    const { store, takeEvents } = await createSubscribedApp(open, options)
    const seen = async () =>
      (await takeEvents()).map(({ type, user }) => [type, Reflect.get(Object(user), 'deleted')] as const)
    const person = { email: 'zoe@acme.example', password: null }
    const zoe = await store.write((tx) => addPerson(tx, 'T0ACME', person))
    expect(await seen()).toEqual([['team_join', false]])

    await store.write((tx) => deactivatePerson(tx, zoe))
    expect(await seen()).toEqual([['user_change', true]])
    // Repeated, it ends what may have come since, and tells nobody again.
    const gone = await requirePerson(store.db, 'T0ACME', 'zoe')
    expect(await store.write((tx) => deactivatePerson(tx, gone))).toEqual({ sessions: 0, tokens: 0 })
    expect(await seen()).toEqual([])

    await store.write((tx) => activatePerson(tx, gone))
    expect(await seen()).toEqual([['user_change', false]])
    expect((await listAccounts(store.db, 'T0ACME')).filter(({ id }) => id === zoe.id)).toMatchObject([
      { name: 'zoe', deactivated: false, has_password: false, sessions: 0 },
    ])
  })
})

test('[OPS-4] a person is locked out, though they have more tokens than one statement takes', async () => {
  const { store } = await createWorkspace()
  const [given] = await store.db.selectFrom('tokens').selectAll().where('user_id', '=', 'U0ANA').execute()
  const tokens = Array.from({ length: 33_000 }, (_, n) => ({ ...given!, hash: `${n}` }))
  for (const some of inBatches(tokens)) await store.db.insertInto('tokens').values(some).execute()
  const ana = await requirePerson(store.db, 'T0ACME', 'ana')
  const { tokens: ended } = await store.write((tx) => deactivatePerson(tx, ana))
  expect(ended).toBeGreaterThan(33_000)
})
