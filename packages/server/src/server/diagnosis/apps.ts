import { AppHttpClient } from '#delivery/http/appHttpClient'
import { postChallenge } from '#delivery/http/challenge'
import { withoutSecrets } from '#delivery/http/httpApps'
import { Clock } from '#store/clock'
import { type Check, failed, ok, skipped, warning } from './check.ts'

/** An app, and where its events are posted. */
export interface AppToCheck {
  id: string
  name: string
  signingSecret: string
  socketMode: boolean
  eventsUrl?: string | undefined
  /** Whether the server that told of it is one for development. */
  dev: boolean
}

/** Whether the address of an app answers a challenge, and refuses one that somebody else has signed. */
export async function checkApp(app: AppToCheck, networks: readonly string[]): Promise<Check> {
  const { id, signingSecret: secret, eventsUrl: url, socketMode } = app
  const name = `app ${app.name}`
  if (socketMode) return skipped(name, 'Socket Mode: it connects by itself')
  if (url === undefined) return skipped(name, 'its manifest names no request URL for events')
  const shown = withoutSecrets(url)
  const http = new AppHttpClient(new Clock(), networks)
  const challenged = { id, name: app.name, url, secret, isVerified: false }
  const { hasPassed, reply } = await postChallenge(http, challenged)
  if (reply.failure !== undefined) {
    const refusal = reply.status === undefined ? 'cannot be reached' : `answers ${reply.status}`
    return failed(name, `${shown} ${refusal}: ${reply.detail}`, adviceFor(reply.status))
  }
  if (!hasPassed)
    return failed(
      name,
      `${shown} does not answer with the challenge`,
      'Is it the path that the SDK serves, such as /slack/events?',
    )
  const forged = await postChallenge(http, { ...challenged, secret: `not ${secret}` })
  if (forged.hasPassed)
    return warning(
      name,
      `${shown} answers, also where the signature is wrong`,
      'Let it check signatures with SLACK_SIGNING_SECRET: anybody could pretend to be the server.',
    )
  return ok(name, `${shown} answers, and refuses a wrong signature`)
}

function adviceFor(status: number | undefined): string {
  if (status === undefined)
    return 'Start the app, or correct the address in its manifest. Addresses of private networks need --app-networks.'
  if (status === 401 || status === 403)
    return 'Give it the signing secret that `rivulet env` prints, and look whether its clock is right.'
  return 'Correct the address in its manifest, or what answers there.'
}
