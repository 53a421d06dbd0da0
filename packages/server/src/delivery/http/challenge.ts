import { randomBytes } from 'node:crypto'
import { verificationToken } from '#delivery/outbox/deliveries'
import type { AppHttpClient, AppReply } from './appHttpClient.ts'
import type { HttpApp } from './httpApps.ts'

/** How long to wait after a failed challenge before the next one. */
export const challengeRetryMs = 5000

/** [EVT-12] Posts a challenge to an app. The app passes if its answer repeats the challenge. */
export async function postChallenge(
  http: AppHttpClient,
  { id, url, secret }: HttpApp,
): Promise<{ hasPassed: boolean; reply: AppReply }> {
  const challenge = randomBytes(24).toString('base64url')
  const event = { token: verificationToken(id, secret), challenge, type: 'url_verification' }
  const reply = await http.post({ url, secret, contentType: 'application/json', body: JSON.stringify(event) })
  return { hasPassed: reply.failure === undefined && challengeIn(reply.body) === challenge, reply }
}

/** An app may answer with the challenge as plain text, as a form or as JSON. */
function challengeIn(body: string): unknown {
  const text = body.trim()
  if (text.startsWith('challenge=')) return new URLSearchParams(text).get('challenge')
  if (!text.startsWith('{')) return text
  try {
    return Reflect.get(Object(JSON.parse(text)), 'challenge')
  } catch {
    return undefined
  }
}
