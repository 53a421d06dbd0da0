import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { hashToken } from '#domain/ids'
import { sharedSchema } from '#testing/database/databases'
import { postgres } from '#testing/database/postgres'
import type { Tx } from '#store/db'
import { holdWrite } from '#testing/transactions/holdWrite'
import { loadAcme } from '#testing/workspace/domain'
import { setPassword } from './accounts/deactivate.ts'
import { noteUse } from './accounts/ownSessions.ts'
import { createSession, endSessionsOf, holdPassword, holdSession } from './sessions.ts'

test.skipIf(!postgres)(
  '[OPS-4, OPS-5] sessions have ended when what another process does with them has ended, and it writes nothing after that',
  async () => {
    const { open, close } = sharedSchema(postgres ?? '')
    onTestFinished(close)
    const { store } = await loadAcme(open)
    const hash = hashToken(await store.write((tx) => createSession(tx, 'T0ACME', 'U0ANA')))
    const [holds, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const using = store.write(async (tx) => {
      expect(await holdSession(tx, hash)).toMatchObject({ person: { userId: 'U0ANA' } })
      expect(tx.work.teams).toEqual(new Set(['T0ACME']))
      holds.resolve()
      await goOn.promise
    })
    await holds.promise

    let hasEnded = false
    const ending = store.write((tx) => endSessionsOf(tx, 'T0ACME', 'U0ANA')).then(() => (hasEnded = true))
    await pause(100)
    expect(hasEnded).toBe(false)
    goOn.resolve()
    await Promise.all([using, ending])
    expect(await store.write((tx) => holdSession(tx, hash))).toBeUndefined()
  },
)

test.skipIf(!postgres)('[SES-1] two windows of one person note at the same time that they are used', async () => {
  const { open, close } = sharedSchema(postgres ?? '')
  onTestFinished(close)
  const { store } = await loadAcme(open)
  const hash = hashToken(await store.write((tx) => createSession(tx, 'T0ACME', 'U0ANA')))
  await store.write((tx) => tx.updateTable('sessions').set({ active_at: 0 }).execute())
  const bothHold = Promise.withResolvers<void>()
  let attempts = 0
  const use = () =>
    store.write(async (tx) => {
      const session = await holdSession(tx, hash)
      if (++attempts === 2) bothHold.resolve()
      await bothHold.promise
      if (session) await noteUse(tx, session)
    })
  await Promise.all([use(), use()])
  expect(attempts).toBe(2)
})

test.skipIf(!postgres)(
  '[OPS-5] whoever is just signing in with the old password is signed out when another one is set, or is not signed in',
  async () => {
    const { open, close } = sharedSchema(postgres ?? '')
    onTestFinished(close)
    const { store } = await loadAcme(open)
    const ana = { team_id: 'T0ACME', id: 'U0ANA' }
    const signIn = async (tx: Tx) =>
      (await holdPassword(tx, ana.team_id, ana.id, 'old')) && createSession(tx, ana.team_id, ana.id)
    await store.write((tx) => setPassword(tx, ana, 'old'))

    const { release, keepsWaiting } = await holdWrite(store, signIn)
    const setting = store.write((tx) => setPassword(tx, ana, 'new'))
    expect(await keepsWaiting(setting)).toBe(true)
    await Promise.all([release(), setting])
    await store.write(signIn)
    expect(await store.db.selectFrom('sessions').selectAll().execute()).toEqual([])
  },
)
