import { once } from 'node:events'
import { TestRunner } from 'vitest'
import WebSocket from 'ws'

/** Signs a person in with a click. Returns the cookie. */
export async function signIn(url: string, user: string, team = 'T0ACME'): Promise<string> {
  const response = await fetch(`${url}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ team, user }),
  })
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/**
 * Connects a browser to the feed that has not sent a frame. It is closed with its test; outside of one, with its server.
 * Without a cookie, the person signs in.
 */
export async function connectFeedSocket(
  url: string,
  user: string,
  known: { team?: string; cookie?: string | undefined } = {},
) {
  const cookie = known.cookie ?? (await signIn(url, user, known.team))
  const headers = { cookie, origin: url }
  const socket = new WebSocket(`${url.replace('http', 'ws')}/feed`, { headers, perMessageDeflate: false })
  // A test may open very many. Those that are closed are not kept.
  const opened = new WeakRef(socket)
  TestRunner.getCurrentTest()?.context.onTestFinished(() => opened.deref()?.terminate())
  const closed = once(socket, 'close').then(([code, reason]) => ({ code: Number(code), reason: String(reason) }))
  // A socket that is refused fails `open`, too.
  closed.catch(() => {})
  await once(socket, 'open')
  return { socket, closed, cookie }
}
