import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { agree, consentFor, decline } from '#domain/oauth/consent'
import { personOfSession } from '#domain/people/sessions'
import type { Store } from '#store/db'
import { answerMistakes, refuse } from '#http/operator/apps'
import { cookieName } from './session.ts'

const one = z.string().max(4000).optional()
const asked = z.object({ client_id: one, scope: one, user_scope: one, redirect_uri: one, state: one })
const decision = z.object({ asked, agree: z.boolean() })

/**
 * [APP-5] What the page /oauth/v2/authorize asks, for the person whose browser it is. The answer is an address that the
 * page goes to: the decision is JSON from a page of this server, so no other site can send it.
 */
export function consentRoutes(app: FastifyInstance, store: Store): void {
  answerMistakes(app)

  app.get('/oauth/v2/consent', async (request, reply) => {
    const person = await personOf(request)
    if (!person) return refuse(reply, 401, 'not_authed', 'Nobody is signed in.')
    return consentFor(store.db, person, asked.parse(request.query))
  })

  app.post('/oauth/v2/consent', async (request, reply) => {
    const person = await personOf(request)
    if (!person) return refuse(reply, 401, 'not_authed', 'Nobody is signed in.')
    const given = decision.parse(request.body)
    if (!given.agree) return { go: await decline(store.db, given.asked) }
    return { go: await store.write((tx) => agree(tx, person, given.asked)) }
  })

  async function personOf(request: FastifyRequest) {
    const secret = request.cookies[cookieName]
    return secret ? personOfSession(store.db, secret) : undefined
  }
}
