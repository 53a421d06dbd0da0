import { z } from 'zod'
import { maxLength } from '#domain/lengths'
import { providePersonToken } from '#domain/access/personToken'
import { requireTeam } from '#domain/apps/manage'
import { requirePerson } from '#domain/people/accounts/find'
import { isDone } from '#http/development/routes/answers'
import type { ControlContext } from '#http/development/routes/context'
import { routesFor } from '#http/development/routes/route'
import { trigger } from '#http/development/trigger/trigger'
import { personScopes } from '#methods/personScopes'
import { readDirectory } from './directory.ts'

const route = routesFor<Pick<ControlContext, 'api' | 'store' | 'journal' | 'knownTokens' | 'isConnected'>>()

const reference = z.string().max(maxLength.reference)
const team = reference.optional().describe('A team by its id or domain. May be left out if there is only one.')

const directory = z.object({
  teams: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      domain: z.string(),
      people: z.array(z.object({ id: z.string(), name: z.string(), display_name: z.string() })),
      channels: z.array(z.object({ id: z.string(), name: z.string() })),
      apps: z.array(z.object({ id: z.string(), name: z.string(), bot_user: z.string(), bot_name: z.string() })),
    }),
  ),
})

const triggered = z.object({
  ok: z.literal(true),
  event: z.string(),
  did: z.array(z.string()).describe('What was done, in sentences without the full stop.'),
  apps: z.array(
    z.object({
      app: z.string(),
      name: z.string(),
      state: z.enum(['acknowledged', 'sent', 'failed', 'due', 'waiting', 'not_sent']),
      detail: z.string().describe('What happened to it, or why it was not sent.'),
      seq: z.int().optional().describe('The entry of the journal that tells of it.'),
    }),
  ),
})

/** What commands for developers need beside the rest. */
export const commandRoutes = [
  route({
    method: 'POST',
    path: '/control/trigger',
    name: 'triggerEvent',
    summary: 'Makes an event happen by doing what it tells of, and says which apps it was sent to.',
    body: z.strictObject({
      event: reference.describe('The event, as manifests name it.'),
      team,
      app: reference.optional().describe('By name or id; the first that subscribes to the event by default.'),
      user: reference.optional().describe('Who does it, by name or id.'),
      channel: reference.optional().describe('Where, by name or id.'),
    }),
    answer: triggered,
    errors: {
      event_not_found: 'There is no such event.',
      team_not_found: 'There is no such team, or there are several and none is named.',
      app_not_found: 'The team has no such app, or none is named and it is needed.',
      user_not_found: 'The team has no such person.',
      channel_not_found: 'The team has no such channel.',
      any: 'What the person or the app may not do.',
    },
    async handle({ body }, context) {
      return { ...isDone, ...(await trigger(context, body)) }
    },
  }),
  route({
    method: 'GET',
    path: '/control/directory',
    name: 'readDirectory',
    summary: 'Lists the teams, with the names of their people, channels and apps.',
    answer: directory,
    errors: {},
    handle: async (_request, { store }) => ({ teams: await store.snapshot(readDirectory) }),
  }),
  route({
    method: 'POST',
    path: '/control/users/token',
    name: 'providePersonToken',
    summary: 'Gives a token with which to call as a person.',
    body: z.strictObject({ team, user: reference.describe('By e-mail, name or id.') }),
    answer: z.object({ ok: z.literal(true), token: z.string() }),
    errors: {
      team_not_found: 'There is no such team, or there are several and none is named.',
      user_not_found: 'The team has no such person.',
    },
    async handle({ body: { team: teamName, user } }, { store }) {
      const token = await store.write(async (tx) => {
        const { id: teamId } = await requireTeam(tx, teamName)
        const { id: userId } = await requirePerson(tx, teamId, user)
        return providePersonToken(tx, { teamId, userId }, personScopes)
      })
      return { ...isDone, token }
    },
  }),
]
