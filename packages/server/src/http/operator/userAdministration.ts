import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { requireTeam } from '#domain/apps/manage'
import { addPerson } from '#domain/people/accounts/add'
import { activatePerson, deactivatePerson, setPassword } from '#domain/people/accounts/deactivate'
import { requirePerson } from '#domain/people/accounts/find'
import { listAccounts, listSessions, type SessionFacts, toAccount } from '#domain/people/accounts/list'
import { hashPassword, type PasswordHasher } from '#domain/people/passwords'
import { endSession, endSessionsOf } from '#domain/people/sessions'
import type { UserRow } from '#domain/people/users'
import { Refusal } from '#domain/refusal'
import type { Store, Tx } from '#store/db'

/** What operators do with people's accounts. */
export interface UserAdministration {
  store: Store
  passwords: PasswordHasher
}

const reference = z.string().max(320)
const team = reference.optional()
const password = z
  .string()
  .min(8, 'A password has at least 8 characters.')
  .max(1000, 'A password has at most 1,000 characters.')
const personBody = z.strictObject({ team, user: reference })
const addBody = z.strictObject({
  team,
  email: reference,
  name: reference.optional(),
  real_name: reference.optional(),
  admin: z.boolean().optional(),
  password: password.optional(),
})

/** [OPS-3, OPS-4, OPS-5] Lists people, adds them, locks them out and lets them in. */
export function userAdministrationRoutes(app: FastifyInstance, { store, passwords }: UserAdministration): void {
  app.post('/control/users/list', async (request) => {
    const { id } = await requireTeam(store.db, z.strictObject({ team }).parse(request.body).team)
    return { ok: true, users: await listAccounts(store.db, id) }
  })

  app.post('/control/users/add', async (request) => {
    const { team: teamName, real_name: realName, password: given, ...person } = addBody.parse(request.body)
    const hash = given === undefined ? null : await hashPassword(store.db, passwords, person.email, given)
    const user = await store.write(async (tx) => {
      const { id } = await requireTeam(tx, teamName)
      return addPerson(tx, id, { ...person, realName, password: hash })
    })
    return { ok: true, user: toAccount(user) }
  })

  app.post('/control/users/deactivate', (request) => change(request.body, deactivatePerson))
  app.post('/control/users/activate', (request) => change(request.body, activatePerson))

  app.post('/control/users/password', async (request) => {
    const { password: given, ...named } = personBody.extend({ password }).parse(request.body)
    const { id: teamId } = await requireTeam(store.db, named.team)
    const { email } = await requirePerson(store.db, teamId, named.user)
    const hash = await hashPassword(store.db, passwords, email, given)
    return change(named, async (tx, user) => ({ sessions: await setPassword(tx, user, hash) }))
  })

  app.post('/control/users/sessions', async (request) => {
    const named = personBody.parse(request.body)
    const { id } = await requireTeam(store.db, named.team)
    const { id: userId } = await requirePerson(store.db, id, named.user)
    const sessions = await listSessions(store.db, { teamId: id, userId })
    return { ok: true, sessions: sessions.map(({ hash: _secret, ...facts }): SessionFacts => facts) }
  })

  app.post('/control/users/sign-out', (request) => {
    const { session, ...named } = personBody.extend({ session: reference.optional() }).parse(request.body)
    return change(named, async (tx, user) => ({ sessions: await endSessions(tx, user, session) }))
  })

  async function change(body: unknown, work: (tx: Tx, user: UserRow) => Promise<object | void>) {
    const named = personBody.parse(body)
    return store.write(async (tx) => {
      const { id } = await requireTeam(tx, named.team)
      const user = await requirePerson(tx, id, named.user)
      const ended = await work(tx, user)
      return { ok: true, user: toAccount(await requirePerson(tx, id, user.id)), ...ended }
    })
  }
}

/** Ends all sessions of a person, or the one with this id. */
async function endSessions(tx: Tx, user: UserRow, id: string | undefined): Promise<number> {
  if (id === undefined) return endSessionsOf(tx, user.team_id, user.id)
  const sessions = tx.selectFrom('sessions').select('hash').where('team_id', '=', user.team_id)
  const hashes = (await sessions.where('user_id', '=', user.id).execute()).map(({ hash }) => hash)
  const hash = id === '' ? undefined : hashes.find((each) => each.startsWith(id))
  if (hash === undefined) throw new Refusal('session_not_found', `${user.name} has no session ${JSON.stringify(id)}.`)
  await endSession(tx, hash)
  return 1
}
