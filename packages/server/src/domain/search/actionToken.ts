import { createHmac, timingSafeEqual } from 'node:crypto'
import { findServerSecret, provideServerSecret } from '#domain/access/serverSecrets'
import { Refusal } from '#domain/refusal'
import type { Db, Tx } from '#store/db'

/** [SRC-9] How long an app may search for the person whose message it received, in milliseconds. */
const actionTokenLifetimeMs = 3_600_000

/** The app and the team that a token is for. */
interface Holder {
  appId: string
  teamId: string
}

/** Makes the token with which an app searches for a person. A secret that no app knows signs it. */
export async function createActionToken(tx: Tx, holder: Holder, userId: string, now: number): Promise<string> {
  const facts = `${now + actionTokenLifetimeMs}.${userId}`
  return `${facts}.${sign(await provideServerSecret(tx, 'action_token'), holder, facts)}`
}

/** The person of an action token. */
export async function readActionToken(db: Db, holder: Holder, token: string): Promise<string> {
  const [, facts = '', expires = '', userId = '', signature = ''] =
    /^((\d{1,15})\.([A-Z0-9]{1,40}))\.([0-9a-f]{64})$/.exec(token) ?? []
  const secret = await findServerSecret(db, 'action_token')
  const isOurs =
    secret !== undefined &&
    signature !== '' &&
    timingSafeEqual(Buffer.from(signature), Buffer.from(sign(secret, holder, facts)))
  if (isOurs && Number(expires) > db.clock.now()) return userId
  throw new Refusal(
    'invalid_action_token',
    isOurs ? 'This `action_token` has expired.' : 'This is not an `action_token` that the app received.',
  )
}

function sign(secret: string, { appId, teamId }: Holder, facts: string): string {
  return createHmac('sha256', secret).update(`${appId} ${teamId} ${facts}`).digest('hex')
}
