import { expect, test } from 'vitest'
import { findExecution } from '#domain/apps/functions'
import { startDouble } from '#testing/apps/functions'
import { onBothDatabases } from '#testing/database/databases'
import { createWorkspace } from '#testing/workspace/workspace'
import { deleteOldExecutions } from './functions.ts'

const day = 86_400_000

onBothDatabases('a run of a function', (open) => {
  test('[FUN-5] is forgotten after 30 days, and its token with it', async () => {
    const scene = await createWorkspace({ store: await open() })
    const { store } = scene
    const countTokens = async () => (await store.db.selectFrom('tokens').select('hash').execute()).length
    const before = await countTokens()
    const first = await startDouble(scene)
    const message = { team_id: 'T0ACME', channel_id: 'C0HELP', ts: '1.000001', execution_id: first }
    await store.write((tx) => tx.insertInto('function_messages').values(message).execute())
    store.db.clock.advance(day)
    const second = await startDouble(scene)
    expect(await countTokens()).toBe(before + 2)

    store.db.clock.advance(29 * day)
    await deleteOldExecutions(store)
    expect(await findExecution(store.db, 'T0ACME', first)).toBeUndefined()
    expect(await findExecution(store.db, 'T0ACME', second)).toMatchObject({ state: 'running' })
    expect(await countTokens()).toBe(before + 1)
    expect(await store.db.selectFrom('function_messages').selectAll().execute()).toEqual([])
  })
})
