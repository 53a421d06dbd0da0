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
import { isDone } from '#http/development/routes/answers'
import { routesFor } from '#http/development/routes/route'
import type { Store, Tx } from '#store/db'
import { teamErrors } from './namedTeam.ts'

/** What operators do with people's accounts. */
export interface UserAdministration {
  store: Store
  passwords: PasswordHasher
}

const route = routesFor<UserAdministration>()

const reference = z.string().max(320)
const team = reference.optional().describe('A team by its id or domain. May be left out if there is only one.')
const password = z
  .string()
  .min(8, 'A password has at least 8 characters.')
  .max(1000, 'A password has at most 1,000 characters.')
const person = z.strictObject({ team, user: reference.describe('A person by e-mail, name or id.') })

const account = z.object({
  id: z.string(),
  team: z.string(),
  name: z.string(),
  real_name: z.string(),
  email: z.string().nullable(),
  admin: z.boolean(),
  deactivated: z.boolean(),
  has_password: z.boolean(),
  sessions: z.int().describe('How many browsers they are signed in with.'),
})
const session = z.object({
  id: z.string(),
  browser: z.string(),
  system: z.string(),
  created_at: z.number(),
  active_at: z.number(),
  expires_at: z.number(),
})
const changed = z.object({ ok: z.literal(true), user: account })
const signedOut = changed.extend({ sessions: z.int().describe('How many sessions have ended.') })
const errors = { ...teamErrors, user_not_found: 'Nobody fits.', any: 'Why it cannot be done.' }

/** [OPS-3, OPS-4, OPS-5] Lists people, adds them, locks them out and lets them in. */
export const userAdministrationRoutes = [
  route({
    method: 'POST',
    path: '/control/users/list',
    name: 'listPeople',
    summary: 'Lists the people of a team.',
    body: z.strictObject({ team }),
    answer: z.object({ ok: z.literal(true), users: z.array(account) }),
    errors: teamErrors,
    async handle({ body }, { store }) {
      const { id } = await requireTeam(store.db, body.team)
      return { ...isDone, users: await listAccounts(store.db, id) }
    },
  }),
  route({
    method: 'POST',
    path: '/control/users/add',
    name: 'addPerson',
    summary: 'Adds a person to a team.',
    body: z.strictObject({
      team,
      email: reference,
      name: reference.optional(),
      real_name: reference.optional(),
      admin: z.boolean().optional(),
      password: password.optional(),
    }),
    answer: changed,
    errors,
    async handle({ body: { team: teamName, real_name: realName, password: given, ...added } }, { store, passwords }) {
      const hash = given === undefined ? null : await hashPassword(store.db, passwords, added.email, given)
      const user = await store.write(async (tx) => {
        const { id } = await requireTeam(tx, teamName)
        return addPerson(tx, id, { ...added, realName, password: hash })
      })
      return { ...isDone, user: toAccount(user) }
    },
  }),
  route({
    method: 'POST',
    path: '/control/users/deactivate',
    name: 'deactivatePerson',
    summary: 'Locks a person out.',
    body: person,
    answer: changed,
    errors,
    handle: ({ body }, { store }) => change(store, body, deactivatePerson),
  }),
  route({
    method: 'POST',
    path: '/control/users/activate',
    name: 'activatePerson',
    summary: 'Lets a person in again.',
    body: person,
    answer: changed,
    errors,
    handle: ({ body }, { store }) => change(store, body, activatePerson),
  }),
  route({
    method: 'POST',
    path: '/control/users/password',
    name: 'setPassword',
    summary: 'Sets a password, and signs the person out everywhere.',
    body: person.extend({ password }),
    answer: signedOut,
    errors,
    async handle({ body: { password: given, ...named } }, { store, passwords }) {
      const { id: teamId } = await requireTeam(store.db, named.team)
      const { email } = await requirePerson(store.db, teamId, named.user)
      const hash = await hashPassword(store.db, passwords, email, given)
      return change(store, named, async (tx, user) => ({ sessions: await setPassword(tx, user, hash) }))
    },
  }),
  route({
    method: 'POST',
    path: '/control/users/sessions',
    name: 'listSessions',
    summary: 'Lists the browsers that a person is signed in with.',
    body: person,
    answer: z.object({ ok: z.literal(true), sessions: z.array(session) }),
    errors,
    async handle({ body: named }, { store }) {
      const { id } = await requireTeam(store.db, named.team)
      const { id: userId } = await requirePerson(store.db, id, named.user)
      const sessions = await listSessions(store.db, { teamId: id, userId })
      return { ...isDone, sessions: sessions.map(({ hash: _secret, ...facts }): SessionFacts => facts) }
    },
  }),
  route({
    method: 'POST',
    path: '/control/users/sign-out',
    name: 'signOut',
    summary: 'Ends one session of a person, or all.',
    body: person.extend({ session: reference.optional().describe('The id of one session.') }),
    answer: signedOut,
    errors: { ...errors, session_not_found: 'The person has no such session.' },
    handle: ({ body: { session: one, ...named } }, { store }) =>
      change(store, named, async (tx, user) => ({ sessions: await endSessions(tx, user, one) })),
  }),
]

async function change<Ended extends object | void>(
  store: Store,
  named: z.output<typeof person>,
  work: (tx: Tx, user: UserRow) => Promise<Ended>,
) {
  return store.write(async (tx) => {
    const { id } = await requireTeam(tx, named.team)
    const user = await requirePerson(tx, id, named.user)
    const ended = await work(tx, user)
    return { ...isDone, user: toAccount(await requirePerson(tx, id, user.id)), ...ended }
  })
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
