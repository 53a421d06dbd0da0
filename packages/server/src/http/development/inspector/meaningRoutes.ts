import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { shortId } from '#rpc/args/values'
import { findAppOfTeam } from '#domain/apps/find'
import { readManifest } from '#domain/apps/manifest'
import { findChannel, isDirectMessage } from '#domain/channels/find'
import { displayNameOf, findUser, listUsersById } from '#domain/people/users'
import { methods } from '#methods/index'
import { commonErrors } from '#rpc/errors/common'
import type { DeclaredError } from '#rpc/errors/declaredError'
import type { Db } from '#store/db'

const explainQuery = z.strictObject({ method: shortId, error: shortId })
const mostIds = 50
const namesQuery = z.strictObject({
  team: shortId,
  ids: shortId
    .array()
    .max(mostIds)
    .or(shortId.transform((id) => [id])),
})

/** What something in the journal is called. Two people who write to each other are a channel without a name. */
export interface NamedThing {
  kind: 'person' | 'app' | 'bot' | 'channel'
  name: string
  /** Of a person: the name that nobody else in the team has. */
  handle?: string
  /** Of an app: its bot user. */
  bot?: string
}

/** Says what errors and ids in the journal mean. */
export function meaningRoutes(app: FastifyInstance, db: Db): void {
  app.get('/control/explain', async (request) => {
    const { method, error } = explainQuery.parse(request.query)
    const declared = { ...commonErrors, ...methods.get(method)?.errors }
    return { meaning: Object.hasOwn(declared, error) ? meaningOf(Reflect.get(declared, error)) : null }
  })

  app.get('/control/names', async (request) => {
    const { team, ids } = namesQuery.parse(request.query)
    const names: Record<string, NamedThing> = Object.create(null)
    for (const id of ids) {
      const thing = await findThing(db, team, id)
      if (thing) names[id] = thing
    }
    return { names }
  })
}

function meaningOf(error: DeclaredError): object {
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
