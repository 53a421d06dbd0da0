import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { maxLength } from '#domain/lengths'
import type { Interactions } from '#domain/interactions/interactions'
import type { Caller } from '#domain/access/caller'
import { describeIssues } from '#domain/issues'
import { Refusal } from '#domain/refusal'
import type { Store } from '#store/db'
import { isUnavailable, sendError, sendUnavailable } from '#http/errorReplies'
import { findSignedIn } from './sessionCookie.ts'

const id = z.string().min(1).max(maxLength.id)
const ts = z
  .string()
  .length(17)
  .regex(/^\d{10}\.\d{6}$/)
const fieldValue = z.union([
  z.string().max(maxLength.field),
  z.number(),
  z.array(z.string().max(maxLength.id)).max(200),
  z.null(),
])
const stateValues = z.record(id, z.record(id, fieldValue))
const page = z.string().min(1).max(maxLength.browserId).optional()

const inMessage = z.object({ channel: id, ts, attachment_id: z.int().positive().optional() })
const inView = z.object({ view_id: id })
const element = { block_id: id.optional(), action_id: id }
const pressFields = { ...element, value: fieldValue.exactOptional(), state: stateValues.optional(), page }
const optionsFields = { ...element, value: z.string().max(maxLength.optionQuery) }

/** The body of each request. `domain/interactions/interactions.ts` describes them. */
export const interactionBodies = {
  press: z.union([inView.extend(pressFields), inMessage.extend(pressFields)]),
  options: z.union([inView.extend(optionsFields), inMessage.extend(optionsFields)]),
  submit: z.object({ view_id: id, state: stateValues.optional(), page }),
  close: z.object({ view_id: id, all: z.boolean().optional() }),
  shortcut: z.object({ app_id: id, callback_id: id, channel: id.optional(), ts: ts.optional(), page }),
  command: z.object({
    channel: id,
    thread_ts: ts.optional(),
    command: z.string().min(2).max(maxLength.command),
    text: z.string().max(maxLength.field).optional(),
    app_id: id.optional(),
    page,
  }),
  home: z.object({ app_id: id, tab: z.enum(['home', 'messages']), looking: id.optional() }),
}

type InteractionName = keyof typeof interactionBodies

/** Performs one interaction. Its body has to match the schema in `interactionBodies`. */
export const performInteraction: {
  [Name in InteractionName]: (interactions: Interactions, person: Caller, body: unknown) => Promise<object>
} = {
  press: (interactions, person, body) => interactions.press(person, interactionBodies.press.parse(body)),
  options: (interactions, person, body) => interactions.options(person, interactionBodies.options.parse(body)),
  submit: (interactions, person, body) => interactions.submit(person, interactionBodies.submit.parse(body)),
  close: (interactions, person, body) => interactions.close(person, interactionBodies.close.parse(body)),
  shortcut: (interactions, person, body) => interactions.shortcut(person, interactionBodies.shortcut.parse(body)),
  command: (interactions, person, body) => interactions.command(person, interactionBodies.command.parse(body)),
  home: (interactions, person, body) => interactions.home(person, interactionBodies.home.parse(body)),
}

export const interactionNames = [
  'press',
  'options',
  'submit',
  'close',
  'shortcut',
  'command',
  'home',
] as const satisfies InteractionName[]

/** The interactions of people with apps, and the response URLs by which apps answer without a token. */
export async function interactionRoutes(app: FastifyInstance, store: Store, interactions: Interactions): Promise<void> {
  app.setErrorHandler((error, _request, reply) => {
    if (isUnavailable(error)) return sendUnavailable(reply, error)
    if (error instanceof Refusal) return sendError(reply, statusOf(error.code), error.code, error.detail ?? '')
    if (error instanceof z.ZodError) return sendError(reply, 400, 'invalid_arguments', describeIssues(error.issues))
    throw error
  })

  for (const name of interactionNames)
    app.post(`/act/${name}`, async (request, reply) => {
      const person = await findSignedIn(store.db, request)
      if (!person) return sendError(reply, 401, 'not_authed', 'Nobody is signed in.')
      return performInteraction[name](interactions, person, request.body)
    })

  /** [ACT-12] The address is all that an app needs: it contains a secret. */
  app.post('/actions/:team/:secret', async (request: FastifyRequest<{ Params: { team: string; secret: string } }>) => {
    const { team, secret } = request.params
    await interactions.respond(team, secret, request.body)
    return { ok: true }
  })
}

/** Clients of apps treat every status outside 2xx as a failure. */
function statusOf(code: string): number {
  if (code === 'ratelimited') return 429
  return ['invalid_url', 'expired_url', 'used_url'].includes(code) ? 404 : 400
}
