import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export interface AppRequest {
  path: string
  headers: IncomingHttpHeaders
  body: Record<string, any>
  /** Whether the signature fits the secret. */
  signed: boolean
}

type Answer = (response: ServerResponse, posted: AppRequest) => void

/** Starts an app that receives events over HTTP. It answers challenges as Bolt does. */
export async function startHttpApp(secret = 'scout-signing-secret-0123456789') {
  const requests: AppRequest[] = []
  let answer: Answer = (response) => response.end()
  let challenge: Answer = (response, { body }) => response.end(JSON.stringify({ challenge: body['challenge'] }))
  const listener: RequestListener = (request, response) => {
    void text(request).then((raw) => {
      const { headers, url: path = '' } = request
      const of = `v0:${String(headers['x-slack-request-timestamp'])}:${raw}`
      const digest = createHmac('sha256', secret).update(of).digest('hex')
      const signed = headers['x-slack-signature'] === `v0=${digest}`
      const one = { path, headers, body: bodyOf(raw, headers['content-type']), signed }
      requests.push(one)
      return (one.body.type === 'url_verification' ? challenge : answer)(response, one)
    })
  }
  const server = createServer(listener)
  const port = await listen(0)
  onTestFinished(close)

  return {
    url: `http://127.0.0.1:${port}/slack/events`,
    requests,
    events: () => requests.filter(({ body }) => body['type'] !== 'url_verification'),
    /** The texts of the messages among its events. */
    messageTexts: () => requests.flatMap(({ body }) => body['event']?.text ?? []) as string[],
    answerWith: (next: Answer) => void (answer = next),
    answerChallengesWith: (next: Answer) => void (challenge = next),
    /** Stops the app; `restart` starts it on the same port. */
    stop: close,
    restart: () => listen(port),
  }

  async function listen(at: number): Promise<number> {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  async function close(): Promise<void> {
    server.closeAllConnections()
    await new Promise<void>((done) => server.close(() => done()))
  }
}

/** Parses JSON, or a form that may hold JSON in `payload`. */
function bodyOf(raw: string, type: string | undefined): Record<string, any> {
  if (type !== 'application/x-www-form-urlencoded') return JSON.parse(raw)
  const fields = Object.fromEntries(new URLSearchParams(raw))
  return fields['payload'] === undefined ? fields : JSON.parse(fields['payload'])
}
