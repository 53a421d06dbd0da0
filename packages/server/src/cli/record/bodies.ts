import type { IncomingHttpHeaders } from 'node:http'
import type { Mask } from './mask.ts'

/** As many bytes of a body are looked at. Larger ones pass, and are not kept. */
export const largestKept = 4 * 1024 * 1024

/** Collects a body up to a limit while it passes. */
export class KeptBody {
  bytes = 0
  #parts: Buffer[] = []

  add(part: Buffer): void {
    this.bytes += part.length
    if (this.bytes <= largestKept) this.#parts.push(part)
    else this.#parts = []
  }

  /** The whole body, or undefined if it was too large. */
  whole(): Buffer | undefined {
    return this.bytes <= largestKept ? Buffer.concat(this.#parts) : undefined
  }
}

export interface DecodedRequest {
  sent_as: 'form' | 'json' | 'query' | 'other'
  content_type?: string
  token: string | null
  args: Record<string, unknown>
  note?: string
}

/** The arguments of a call and its token, masked. */
export function decodeRequest(
  { headers, query, body }: { headers: IncomingHttpHeaders; query: URLSearchParams; body: Buffer | undefined },
  mask: Mask,
): DecodedRequest {
  const [, bearer] = /^Bearer\s+(\S+)/i.exec(headers.authorization ?? '') ?? []
  const [, basic] = /^Basic\s+(\S+)/i.exec(headers.authorization ?? '') ?? []
  if (basic !== undefined) learnBasic(basic, mask)
  const type = headers['content-type'] ?? ''
  const { sent_as, args, note } = decodeBody(type, body)
  const all = { ...Object.fromEntries(query), ...args }
  const token = bearer ?? (typeof all['token'] === 'string' && all['token'] !== '' ? all['token'] : undefined)
  delete all['token']
  const placeholder = token === undefined ? null : mask.secret(token)
  const masked = Object.fromEntries(
    Object.entries(all).map(([name, value]) => [mask.text(name), mask.value(value, name)]),
  )
  const as = sent_as === 'form' && body?.length === 0 && query.size > 0 ? 'query' : sent_as
  const typed = type === '' ? {} : { content_type: mask.text(type) }
  return { sent_as: as, ...typed, token: placeholder, args: masked, ...(note === undefined ? {} : { note }) }
}

/** The secret of a client is in the header of some calls of OAuth. */
function learnBasic(encoded: string, mask: Mask): void {
  const secret = Buffer.from(encoded, 'base64').toString().split(':').slice(1).join(':')
  if (secret !== '') mask.secret(decodeURIComponent(secret), 'client-secret')
}

function decodeBody(type: string, body: Buffer | undefined): Pick<DecodedRequest, 'sent_as' | 'args' | 'note'> {
  if (!body) return { sent_as: 'other', args: {}, note: 'The body was too large to be kept.' }
  if (type.startsWith('application/json')) {
    const parsed = parseObject(body.toString())
    return parsed
      ? { sent_as: 'json', args: parsed }
      : { sent_as: 'other', args: {}, note: 'The body was no JSON object.' }
  }
  if (type === '' || type.startsWith('application/x-www-form-urlencoded'))
    return { sent_as: 'form', args: Object.fromEntries(new URLSearchParams(body.toString())) }
  return { sent_as: 'other', args: {}, note: 'The body is of a type that is not kept.' }
}

/** A JSON object, or undefined. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : undefined
  } catch {
    return undefined
  }
}
