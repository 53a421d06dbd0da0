import http from 'node:http'
import { field } from '#measure/untypedFields'
import { emailOf, password, token } from './workspace.ts'

/** A connection that idles is closed before the server closes it: a call could meet that. */
const agent = new http.Agent({ keepAlive: true, maxSockets: 64, timeout: 2000 })

export interface RawAnswer {
  status: number
  /** Names and values, alternating. */
  headers: string[]
  text: string
}

function post(url: URL, headers: http.OutgoingHttpHeaders, body: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, {
      method: 'POST',
      agent,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(parts).toString()
        resolve({ status: response.statusCode ?? 0, headers: response.rawHeaders, text })
      })
    })
    request.end(body)
  })
}

/** Calls a method of the Web API, and throws unless it succeeds. */
export async function call(
  server: { url: string },
  method: string,
  args: Record<string, string>,
  bearer = token,
): Promise<RawAnswer> {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await post(new URL(`/api/${method}`, server.url), headers, new URLSearchParams(args).toString())
  if (field(JSON.parse(answer.text), 'ok') !== true) throw new Error(`${method} answered ${answer.text}`)
  return answer
}

/** Signs people in one after the other, since a server refuses many at once. Returns their cookies. */
export async function signInAll(server: { url: string }, users: readonly string[]): Promise<string[]> {
  const cookies: string[] = []
  for (const user of users) cookies.push(await signIn(server, user))
  return cookies
}

/** Signs a person in with the common password, and returns the cookie. */
async function signIn(server: { url: string }, user: string): Promise<string> {
  const headers = { origin: server.url, 'content-type': 'application/json' }
  const answer = await post(
    new URL('/session', server.url),
    headers,
    JSON.stringify({ email: emailOf(user), password }),
  )
  const at = answer.headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'set-cookie')
  const cookie = at < 0 ? undefined : answer.headers[at + 1]?.split(';')[0]
  if (cookie === undefined) throw new Error(`POST /session answered ${answer.status} ${answer.text}`)
  return cookie
}
