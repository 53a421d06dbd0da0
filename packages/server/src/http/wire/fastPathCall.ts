import type { IncomingHttpHeaders } from 'node:http'

/** A call as the SDKs send it: a whole POST to `/api/` with nothing unusual in it. */
export interface FastPathCall {
  /** What follows `/api/`. */
  name: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Node reads calls with a longer head. */
const maxHeadBytes = 8192

const head = /^POST \/api\/[\w.]+ HTTP\/1\.1(?:\r\n[!#$%&'*+.^_`|~\w-]+:[\t\x20-\x7e\x80-\xff]*)+$/
const beforeName = 'POST /api/'.length
const afterName = ' HTTP/1.1'.length

/**
 * Reads bytes that are exactly one call, with nothing before it, missing or after it. For everything else, and in any
 * doubt, it returns undefined: bytes are read here as every other HTTP parser reads them, or not at all.
 */
export function parseFastPathCall(bytes: Buffer): FastPathCall | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1 || end > maxHeadBytes) return undefined
  const text = bytes.toString('latin1', 0, end)
  if (!head.test(text)) return undefined
  const values: (string | undefined)[] = [...noValues]
  const firstLine = text.indexOf('\r\n')
  for (let at = firstLine; at !== -1;) {
    const start = at + 2
    at = text.indexOf('\r\n', start)
    const colon = text.indexOf(':', start)
    const index = headerIndexAt(text, start, colon)
    if (index === undefined) continue
    // Headers that change how bytes are read, and headers that come twice, are left to Node.
    if (index === -1 || values[index] !== undefined) return undefined
    values[index] = trimmedSlice(text, colon + 1, at === -1 ? end : at)
  }
  const [host, connection, length = '', authorization, type, key, id, forwardedFor, forwarded] = values
  if (!host || (connection !== undefined && connection.toLowerCase() !== 'keep-alive')) return undefined
  if (!/^\d{1,7}$/.test(length) || Number(length) !== bytes.length - end - 4) return undefined
  return {
    name: text.slice(beforeName, firstLine - afterName),
    headers: {
      authorization,
      'content-type': type,
      'idempotency-key': key,
      'x-request-id': id,
      'x-forwarded-for': forwardedFor,
      forwarded,
    },
    body: bytes.subarray(end + 4),
  }
}

/** The headers that are read, here or for an answer. */
const readHeaders = [
  'host',
  'connection',
  'content-length',
  'authorization',
  'content-type',
  'idempotency-key',
  'x-request-id',
  'x-forwarded-for',
  'forwarded',
]
/** The headers with which Node reads the call. */
const refusedHeaders = ['content-encoding', 'expect', 'proxy-connection', 'trailer', 'transfer-encoding', 'upgrade']

const noValues: readonly undefined[] = readHeaders.map(() => undefined)
const namesByLength = groupByLength([...readHeaders, ...refusedHeaders])

function groupByLength(names: readonly string[]): readonly (readonly string[] | undefined)[] {
  const byLength: string[][] = []
  for (const name of names) (byLength[name.length] ??= []).push(name)
  return byLength
}

/** The index in `readHeaders` of the name at `start`; -1 for a refused header, undefined for any other. */
function headerIndexAt(text: string, start: number, colon: number): number | undefined {
  for (const name of namesByLength[colon - start] ?? [])
    if (beginsWith(text, start, name)) return readHeaders.indexOf(name)
  return undefined
}

/** Ignores case; `name` is lower case. */
function beginsWith(text: string, start: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) if ((text.charCodeAt(start + i) | 0x20) !== name.charCodeAt(i)) return false
  return true
}

/** The text between two indexes, without the white space around it. */
function trimmedSlice(text: string, from: number, to: number): string {
  let start = from
  let end = to
  while (start < end && isBlank(text.charCodeAt(start))) start++
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}
