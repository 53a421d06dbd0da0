import { z } from 'zod'
import { shortId } from '#rpc/args/values'
import { findAppOfTeam } from '#domain/apps/find'
import { readManifest } from '#domain/apps/manifest'
import { findChannel, isDirectMessage } from '#domain/channels/find'
import { displayNameOf, findUser, listUsersById } from '#domain/people/users'
import type { ControlContext } from '#http/development/routes/context'
import { routesFor } from '#http/development/routes/route'
import { methods } from '#methods/index'
import { commonErrors } from '#rpc/errors/common'
import type { DeclaredError } from '#rpc/errors/declaredError'
import type { Db } from '#store/db'

const route = routesFor<Pick<ControlContext, 'store'>>()

const mostIds = 50

/** What something in the journal is called. Two people who write to each other are a channel without a name. */
const namedThing = z.object({
  kind: z.enum(['person', 'app', 'bot', 'channel']),
  name: z.string(),
  handle: z.string().optional().describe('Of a person: the name that nobody else in the team has.'),
  bot: z.string().optional().describe('Of an app: its bot user.'),
})
type NamedThing = z.output<typeof namedThing>

/** Says what errors and ids in the journal mean. */
export const meaningRoutes = [
  route({
    method: 'GET',
    path: '/control/explain',
    name: 'explainError',
    summary: 'Says what an error of a method means.',
    query: z.strictObject({ method: shortId, error: shortId }),
    answer: z.object({
      meaning: z
        .object({ wrong: z.string(), cause: z.string().optional(), remedy: z.string().optional() })
        .nullable()
        .describe('Null if the method does not declare the error.'),
    }),
    errors: {},
    async handle({ query: { method, error } }) {
      const declared = { ...commonErrors, ...methods.get(method)?.errors }
      return { meaning: Object.hasOwn(declared, error) ? meaningOf(Reflect.get(declared, error)) : null }
    },
  }),
  route({
    method: 'GET',
    path: '/control/names',
    name: 'nameThings',
    summary: 'Says what people, apps and channels are called.',
    query: z.strictObject({
      team: shortId,
      ids: shortId
        .array()
        .max(mostIds)
        .or(shortId.transform((id) => [id])),
    }),
    answer: z.object({ names: z.record(z.string(), namedThing) }),
    errors: {},
    async handle({ query: { team, ids } }, { store }) {
      const names: Record<string, NamedThing> = Object.create(null)
      for (const id of ids) {
        const thing = await findThing(store.db, team, id)
        if (thing) names[id] = thing
      }
      return { names }
    },
  }),
]

function meaningOf(error: DeclaredError) {
  return typeof error === 'string' ? { wrong: error } : error
}

async function findThing(db: Db, team: string, id: string): Promise<NamedThing | undefined> {
  const user = await findUser(db, team, id)
  if (user?.app_id === null) return { kind: 'person', name: displayNameOf(user), handle: user.name }
  if (user) return { kind: 'bot', name: displayNameOf(user) }
  const channel = await findChannel(db, team, id)
  if (channel) {
    if (!isDirectMessage(channel)) return { kind: 'channel', name: `#${channel.name}` }
    const members = await listUsersById(db, team, [...channel.members].slice(0, 9))
    return { kind: 'channel', name: members.map(displayNameOf).toSorted().join(', ') }
  }
  const app = await findAppOfTeam(db, team, id)
  return app && { kind: 'app', name: readManifest(app.manifest, id).title, bot: app.bot_user }
}
