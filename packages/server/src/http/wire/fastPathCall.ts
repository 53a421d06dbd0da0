import type { IncomingHttpHeaders } from 'node:http'

/** A call as the SDKs send it: a POST to /api with nothing odd about it, whole. */
export interface UsualCall {
  /** What follows `/api/`. */
  name: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Longer heads are not usual. */
const longestHead = 8192

const head = /^POST \/api\/[\w.]+ HTTP\/1\.1(?:\r\n[!#$%&'*+.^_`|~\w-]+:[\t\x20-\x7e\x80-\xff]*)+$/
const beforeName = 'POST /api/'.length
const afterName = ' HTTP/1.1'.length

/**
 * Reads a piece of bytes that is exactly one usual call, from its first byte to its last: nothing before, nothing
 * missing, nothing after. Of everything else, also of what is merely in doubt, it answers undefined: a piece is read
 * here as every other reader of HTTP reads it, or not at all.
 */
export function usualCall(piece: Buffer): UsualCall | undefined {
  const end = piece.indexOf('\r\n\r\n')
  if (end === -1 || end > longestHead) return undefined
  const text = piece.toString('latin1', 0, end)
  if (!head.test(text)) return undefined
  const found: (string | undefined)[] = [...nothing]
  const firstLine = text.indexOf('\r\n')
  for (let at = firstLine; at !== -1;) {
    const start = at + 2
    at = text.indexOf('\r\n', start)
    const colon = text.indexOf(':', start)
    const place = placeOf(text, start, colon)
    if (place === undefined) continue
    // What changes how the bytes are to be read, and what comes twice, is not usual.
    if (place === -1 || found[place] !== undefined) return undefined
    found[place] = valueIn(text, colon + 1, at === -1 ? end : at)
  }
  const [host, connection, length = '', authorization, type, key, id] = found
  if (!host || (connection !== undefined && connection.toLowerCase() !== 'keep-alive')) return undefined
  if (!/^\d{1,7}$/.test(length) || Number(length) !== piece.length - end - 4) return undefined
  return {
    name: text.slice(beforeName, firstLine - afterName),
    headers: { authorization, 'content-type': type, 'idempotency-key': key, 'x-request-id': id },
    body: piece.subarray(end + 4),
  }
}

/** Headers that count here or for an answer, and those that make a call unusual. */
const told = [
  'host',
  'connection',
  'content-length',
  'authorization',
  'content-type',
  'idempotency-key',
  'x-request-id',
]
const unusual = ['content-encoding', 'expect', 'proxy-connection', 'trailer', 'transfer-encoding', 'upgrade']

const nothing: readonly undefined[] = told.map(() => undefined)
const byLength: string[][] = []
for (const name of [...told, ...unusual]) (byLength[name.length] ??= []).push(name)

/** Where in `told` the name is that begins at `start`; -1 of one that is unusual, undefined of any other. */
function placeOf(text: string, start: number, colon: number): number | undefined {
  for (const name of byLength[colon - start] ?? []) if (beginsWith(text, start, name)) return told.indexOf(name)
  return undefined
}

/** `name` in letters of any size. */
function beginsWith(text: string, start: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) if ((text.charCodeAt(start + i) | 0x20) !== name.charCodeAt(i)) return false
  return true
}

/** Without the white space around it. */
function valueIn(text: string, from: number, to: number): string {
  let start = from
  let end = to
  while (start < end && isBlank(text.charCodeAt(start))) start++
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}
