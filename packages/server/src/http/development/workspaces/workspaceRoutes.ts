import { z } from 'zod'
import { DocumentError } from '#documents/documentError'
import { workspaceOutline } from '#documents/workspaceOutline'
import { findTeam } from '#domain/access/teams'
import { Refusal } from '#domain/refusal'
import { toAppOfTeam } from '#http/development/kit/wire'
import { done, isDone, moment } from '#http/development/routes/answers'
import type { ControlContext } from '#http/development/routes/context'
import { routesFor } from '#http/development/routes/route'
import { shortId } from '#rpc/args/values'
import type { MadeWorkspace } from './testWorkspaces.ts'

const route = routesFor<Pick<ControlContext, 'store' | 'workspaces'>>()

const team = z.object({ id: z.string(), name: z.string(), domain: z.string() })
const made = z.object({
  team,
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      display_name: z.string(),
      token: z.string().describe('A user token that may do all that a person may. Shown this once.'),
    }),
  ),
  channels: z.array(z.object({ id: z.string(), name: z.string() })),
  apps: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      bot_user: z.string(),
      bot_name: z.string(),
      tokens: z.object({ bot: z.string().optional(), app: z.string().optional().describe('In Socket Mode only.') }),
      signing_secret: z.string(),
      client_id: z.string(),
      client_secret: z.string(),
    }),
  ),
})

const document = z
  .looseObject({ version: z.literal(1), teams: z.array(z.looseObject({})).length(1, 'needs to be one team') })
  .describe('What a workspace file says about one team, and its `apps`. Ids are those that it names.')

/** [WSP-1] Makes workspaces for tests, drops and lists them. */
export const workspaceRoutes = [
  route({
    method: 'POST',
    path: '/control/workspaces',
    name: 'makeWorkspace',
    summary: 'Makes a workspace with ids, people, apps and tokens of its own.',
    bodyLimit: 8 * 1024 * 1024,
    body: z.preprocess((body) => body ?? {}, z.union([document, workspaceOutline])),
    answer: made,
    status: 201,
    errors: {
      invalid_workspace: 'What is wrong in the outline, the document or a manifest.',
      ids_taken: 'A document names ids that are there already.',
    },
    async handle({ body }, { workspaces }) {
      try {
        return toAnswer(await workspaces.make('teams' in body ? { document: body } : { outline: body }))
      } catch (error) {
        throw error instanceof DocumentError ? new Refusal('invalid_workspace', error.message) : error
      }
    },
  }),
  route({
    method: 'GET',
    path: '/control/workspaces',
    name: 'listWorkspaces',
    summary: 'Lists the workspaces that were made for tests and not dropped.',
    answer: z.object({ workspaces: z.array(team.extend({ made_at: moment })) }),
    errors: {},
    async handle(_request, { workspaces }) {
      const all = await workspaces.list()
      return { workspaces: all.map(({ madeAt: made_at, ...named }) => ({ ...named, made_at })) }
    },
  }),
  route({
    method: 'DELETE',
    path: '/control/workspaces/:team',
    name: 'dropWorkspace',
    summary: 'Drops a workspace that was made for a test, with everything in it.',
    params: z.object({ team: shortId.describe('The id of its team.') }),
    answer: done,
    errors: {
      workspace_not_found: { status: 404, means: 'There is none with this id, or it was dropped before.' },
      not_a_test_workspace: 'The team was not made with POST /control/workspaces.',
    },
    async handle({ params: { team: id } }, { store, workspaces }) {
      if (await workspaces.drop(id)) return isDone
      // It may have been dropped just now, and still be remembered.
      if (await store.snapshot(async (db) => findTeam(db, id))) {
        const detail = `${id} was not made with POST /control/workspaces. POST /control/reset restores it.`
        throw new Refusal('not_a_test_workspace', detail)
      }
      const detail = `There is no workspace ${JSON.stringify(id)}. GET /control/workspaces lists them.`
      throw new Refusal('workspace_not_found', detail)
    },
  }),
]

function toAnswer({ team: of, people, channels, apps }: MadeWorkspace): z.input<typeof made> {
  return {
    team: of,
    people: people.map(({ displayName: display_name, ...person }) => ({ ...person, display_name })),
    channels,
    apps: apps.map(toAppOfTeam),
  }
}
