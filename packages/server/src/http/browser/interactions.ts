import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Acts } from '#domain/interactions/interactions'
import type { Caller } from '#domain/access/caller'
import { Refusal } from '#domain/refusal'
import { personOfSession } from '#domain/people/sessions'
import type { Store } from '#store/db'
import { cookieName } from './session.ts'

const id = z.string().min(1).max(255)
const ts = z.string().regex(/^\d{10}\.\d{6}$/)
const chosen = z.union([z.string().max(12_000), z.number(), z.array(z.string().max(255)).max(200), z.null()])
const held = z.record(z.string().max(255), z.record(z.string().max(255), chosen))
const page = z.string().min(1).max(64).optional()

const inMessage = z.object({ channel: id, ts })
const inView = z.object({ view_id: id })
const element = { block_id: id.optional(), action_id: id }
const pressed = { ...element, value: chosen.exactOptional(), state: held.optional(), page }
const typed = { ...element, value: z.string().max(3000) }

/** What is asked for, as `domain/acts` describes it. */
export const actShapes = {
  press: z.union([inView.extend(pressed), inMessage.extend(pressed)]),
  options: z.union([inView.extend(typed), inMessage.extend(typed)]),
  submit: z.object({ view_id: id, state: held.optional(), page }),
  close: z.object({ view_id: id, all: z.boolean().optional() }),
  shortcut: z.object({ app_id: id, callback_id: id, channel: id.optional(), ts: ts.optional(), page }),
  command: z.object({
    channel: id,
    command: z.string().min(2).max(64),
    text: z.string().max(12_000).optional(),
    app_id: id.optional(),
    page,
  }),
  home: z.object({ app_id: id, tab: z.enum(['home', 'messages']), looking: id.optional() }),
}

type Verb = keyof typeof actShapes

/** Carries out one act; the body is held against its shape. */
export const carryOut: { [V in Verb]: (acts: Acts, person: Caller, body: unknown) => Promise<object> } = {
  press: (acts, person, body) => acts.press(person, actShapes.press.parse(body)),
  options: (acts, person, body) => acts.options(person, actShapes.options.parse(body)),
  submit: (acts, person, body) => acts.submit(person, actShapes.submit.parse(body)),
  close: (acts, person, body) => acts.close(person, actShapes.close.parse(body)),
  shortcut: (acts, person, body) => acts.shortcut(person, actShapes.shortcut.parse(body)),
  command: (acts, person, body) => acts.command(person, actShapes.command.parse(body)),
  home: (acts, person, body) => acts.home(person, actShapes.home.parse(body)),
}

export const verbs = ['press', 'options', 'submit', 'close', 'shortcut', 'command', 'home'] as const satisfies Verb[]

/** What a person does with what apps show, and what apps answer to that without a token. */
export async function actRoutes(app: FastifyInstance, { store, acts }: { store: Store; acts: Acts }): Promise<void> {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refusal) return refuse(reply, statusOf(error.code), error.code, error.detail ?? '')
    if (error instanceof z.ZodError) return refuse(reply, 400, 'invalid_arguments', z.prettifyError(error))
    throw error
  })

  for (const verb of verbs)
    app.post(`/act/${verb}`, async (request, reply) => {
      const secret = request.cookies[cookieName]
      const person = secret ? await personOfSession(store.db, secret) : undefined
      if (!person) return refuse(reply, 401, 'not_authed', 'Nobody is signed in.')
      return carryOut[verb](acts, person, request.body)
    })

  /** [ACT-12] The address is all that counts. */
  app.post('/actions/:team/:secret', async (request: FastifyRequest<{ Params: { team: string; secret: string } }>) => {
    const { team, secret } = request.params
    await acts.respond(team, secret, request.body)
    return { ok: true }
  })
}

/** A client of an app takes any status but a good one for a failure. */
function statusOf(code: string): number {
  if (code === 'ratelimited') return 429
  return ['invalid_url', 'expired_url', 'used_url'].includes(code) ? 404 : 400
}

function refuse(reply: FastifyReply, status: number, error: string, detail: string) {
  return reply.code(status).send({ ok: false, error, detail })
}
