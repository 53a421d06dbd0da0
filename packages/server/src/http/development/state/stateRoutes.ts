import { z } from 'zod'
import { toCanonicalJson } from '#domain/state/canonical'
import { diffState } from '#domain/state/diff'
import { Refusal } from '#domain/refusal'
import type { ControlContext } from '#http/development/routes/context'
import { routesFor } from '#http/development/routes/route'
import { shortId } from '#rpc/args/values'
import type { MessagePlace } from './messages.ts'
import { readStatePage } from './readWorkspaceState.ts'
import { workspaceState } from './schema.ts'

/** As many messages as a page has at most. */
const mostMessages = 10_000
const largestDiff = 64 * 1024 * 1024

const route = routesFor<Pick<ControlContext, 'store'>>()

/** The whole workspace, and what has been done between two states of it. */
export const stateRoutes = [
  route({
    method: 'GET',
    path: '/control/state',
    name: 'readState',
    summary: 'Reads all that people and apps have made of a team, as canonical JSON.',
    query: z.strictObject({
      team: shortId,
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(mostMessages)
        .default(mostMessages)
        .describe('The number of messages, at most.'),
      cursor: shortId.optional().describe('`next_cursor` of the page before.'),
    }),
    answer: workspaceState,
    errors: {
      team_not_found: 'The server has no such team.',
      invalid_cursor: '`cursor` is no `next_cursor` of a page.',
    },
    async handle({ query: { team, limit, cursor }, reply }, { store }) {
      const after = cursor === undefined ? undefined : placeOf(cursor)
      const { state, last } = await readStatePage(store, team, { limit, after })
      const json = toCanonicalJson({ ...state, next_cursor: last ? `${last.channel}-${last.ts}` : null })
      return reply.type('application/json; charset=utf-8').send(json)
    },
  }),
  route({
    method: 'POST',
    path: '/control/state/diff',
    name: 'diffState',
    summary: 'Names what has been done between two states of one team.',
    body: z.strictObject({ before: workspaceState, after: workspaceState }),
    bodyLimit: largestDiff,
    answer: z.object({
      changes: z.array(z.looseObject({ change: z.string().describe('`posted`, `edited`, `joined` and so on.') })),
    }),
    errors: { invalid_arguments: 'The states are not whole, or are those of two teams.' },
    async handle({ body: { before, after } }) {
      if (before.next_cursor || after.next_cursor)
        throw new Refusal(
          'invalid_arguments',
          'A state with a `next_cursor` lacks messages: add those of the next pages.',
        )
      if (before.team.id !== after.team.id)
        throw new Refusal('invalid_arguments', `The states are of two teams, ${before.team.id} and ${after.team.id}.`)
      return { changes: diffState(before, after).map((change) => ({ ...change })) }
    },
  }),
]

function placeOf(cursor: string): MessagePlace {
  const [, channel, ts] = /^([A-Z0-9]+)-(\d+\.\d+)$/.exec(cursor) ?? []
  if (channel === undefined || ts === undefined)
    throw new Refusal('invalid_cursor', `"cursor": ${JSON.stringify(cursor)} is no \`next_cursor\` of a page.`)
  return { channel, ts }
}
