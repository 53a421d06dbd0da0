import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '#domain/access/caller'
import { findSessionPerson } from '#domain/people/sessions'
import type { Db } from '#store/db'

export const cookieName = 'rivulet'

/** The session's secret in a request that Fastify does not see. */
export function sessionSecretOf(req: IncomingMessage): string | undefined {
  const cookies = (req.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  const found = cookies.find((cookie) => cookie.startsWith(`${cookieName}=`))
  return found?.slice(cookieName.length + 1)
}

/** The person who is signed in with the browser that asks. */
export async function findSignedIn(db: Db, { cookies }: FastifyRequest): Promise<Caller | undefined> {
  const secret = cookies[cookieName]
  return secret ? findSessionPerson(db, secret) : undefined
}
