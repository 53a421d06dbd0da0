import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { maxLength } from '#domain/lengths'
import { grantConsent, describeConsent, declineConsent } from '#domain/oauth/consent'
import type { Store } from '#store/db'
import { answerRefusals, sendError } from '#http/errorReplies'
import { findSignedIn } from './sessionCookie.ts'

const text = z.string().max(maxLength.address).optional()
const consentRequest = z.object({
  nonce: text,
  client_id: text,
  scope: text,
  user_scope: text,
  redirect_uri: text,
  state: text,
  code_challenge: text,
  code_challenge_method: text,
})
const decisionBody = z.object({ asked: consentRequest, agree: z.boolean(), webhook_channel: text })

/**
 * [APP-5] What the page `/oauth/v2/authorize` shows the person who is signed in, and their decision. The answer to the
 * decision is the address to go to. The decision is JSON from a page of this server, so no other site can send it.
 */
export function consentRoutes(app: FastifyInstance, store: Store): void {
  answerRefusals(app)

  app.get('/oauth/v2/consent', async (request, reply) => {
    const person = await findSignedIn(store.db, request)
    if (!person) return sendError(reply, 401, 'not_authed', 'Nobody is signed in.')
    return describeConsent(store.db, person, consentRequest.parse(request.query))
  })

  app.post('/oauth/v2/consent', async (request, reply) => {
    const person = await findSignedIn(store.db, request)
    if (!person) return sendError(reply, 401, 'not_authed', 'Nobody is signed in.')
    const { webhook_channel: channel, ...decision } = decisionBody.parse(request.body)
    if (!decision.agree) return { go: await declineConsent(store.db, decision.asked) }
    return { go: await store.write((tx) => grantConsent(tx, person, decision.asked, channel)) }
  })
}
