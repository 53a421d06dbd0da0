import type { ServerResponse } from 'node:http'
import type { Refusal } from '#domain/refusal'

/** What every answer of the Web API says beside its own fields. */
export interface Envelope {
  requestId: string
  warnings: readonly string[]
  scopes: readonly string[] | undefined
  accepted: readonly string[] | undefined
  /** Bytes of the call are still unread: the connection cannot be used again. */
  close: boolean
}

/** [ENV-1] The one place where an answer becomes bytes. */
export function send(res: ServerResponse, status: number, body: object, envelope: Envelope, retryAfter?: number): void {
  if (res.headersSent || res.destroyed) return
  const bytes = Buffer.from(JSON.stringify(body))
  const headers = [
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(bytes.length),
    'x-request-id',
    envelope.requestId,
    'cache-control',
    'private, no-cache, no-store, must-revalidate',
    'x-content-type-options',
    'nosniff',
    'referrer-policy',
    'no-referrer',
    'x-frame-options',
    'DENY',
    'content-security-policy',
    "default-src 'none'; frame-ancestors 'none'",
  ]
  if (envelope.scopes) headers.push('x-oauth-scopes', envelope.scopes.join(','))
  if (envelope.accepted) headers.push('x-accepted-oauth-scopes', envelope.accepted.join(','))
  if (retryAfter !== undefined) headers.push('retry-after', String(retryAfter))
  if (envelope.close) headers.push('connection', 'close')
  res.writeHead(status, headers)
  res.end(bytes)
}

/** [ENV-3, ENV-5] */
export function success(result: object, warnings: readonly string[]): object {
  if (warnings.length === 0) return { ok: true, ...result }
  return withWarnings({ ok: true, ...result }, warnings)
}

export function failure(refusal: Refusal, warnings: readonly string[]): object {
  const { code, detail, more } = refusal
  const messages = (more.messages?.length ? more.messages : detail ? [detail] : []).map(
    (message) => `[ERROR] ${message}`,
  )
  const body = {
    ok: false,
    error: code,
    ...(detail ? { detail } : {}),
    ...(more.errors ? { errors: more.errors } : {}),
    ...(more.needed === undefined ? {} : { needed: more.needed, provided: more.provided ?? '' }),
    ...(more.args ? { args: more.args } : {}),
    ...(more.method ? { req_method: more.method } : {}),
    ...(messages.length > 0 ? { response_metadata: { messages } } : {}),
  }
  return warnings.length === 0 ? body : withWarnings(body, warnings)
}

function withWarnings(body: { ok: boolean; response_metadata?: object }, warnings: readonly string[]): object {
  return {
    ...body,
    warning: warnings.join(','),
    response_metadata: { ...body.response_metadata, warnings },
  }
}
