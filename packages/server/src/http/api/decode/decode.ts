import { faultOfName, gather, gathering, type Gathered } from './arguments.ts'
import { undecodable, type Undecodable } from './fault.ts'
import { decodeForm, type Charset } from './form.ts'
import { parseJson } from './json.ts'
import { decodeMultipart } from './multipart.ts'

export interface Call {
  /** GET, POST … */
  method: string
  contentType?: string | undefined
  /** What follows the question mark of the address. */
  query: string
  body: Buffer
  /** Whether the method only reads: those alone may be called with GET. */
  readOnly: boolean
}

export interface Decoded {
  /** Without a prototype and without `token`. */
  args: Record<string, unknown>
  /** The query held a token, which counts as none. */
  queryToken: boolean
  bodyToken: string | undefined
  warnings: readonly ('missing_charset' | 'superfluous_charset')[]
}

/**
 * Reads the arguments of a call from its query and its body; of a name in both the body's value wins. Refusals are
 * thrown as `Undecodable`. Only a multipart body makes the answer a promise.
 */
export function decode(call: Call): Decoded | Promise<Decoded> {
  if (call.method !== 'POST') checkVerb(call)
  const gathered = gathering()
  const queryToken = call.query !== '' && decodeQuery(gathered, call.query)
  if (call.body.length === 0) return finish(gathered, queryToken, [])
  if (!call.contentType) throw missingType()

  const { media, charset, warnings } = readType(call.contentType)
  if (media === multipart) {
    return decodeMultipart(gathered, call.body, call.contentType, charset).then(() =>
      finish(gathered, queryToken, warnings),
    )
  }
  const text = textOf(call.body, charset)
  if (media === json || (media === plain && looksLikeJson.test(text))) decodeJson(gathered, text)
  else decodeForm(gathered, text, charset, 'The form')
  return finish(gathered, queryToken, warnings)
}

const form = 'application/x-www-form-urlencoded'
const json = 'application/json'
const multipart = 'multipart/form-data'
const plain = 'text/plain'
const mediaTypes = new Set([form, json, multipart, plain])
const looksLikeJson = /^\s*[{[]/

function checkVerb({ method, readOnly }: Call): void {
  if (readOnly && (method === 'GET' || method === 'HEAD')) return
  const verbs = readOnly ? 'GET or POST' : 'POST'
  throw undecodable('invalid_post_type', `The method cannot be called with ${method}: use ${verbs}.`)
}

function decodeQuery(gathered: Gathered, query: string): boolean {
  decodeForm(gathered, query, 'utf8', 'The query string')
  const found = gathered.token !== undefined
  gathered.token = undefined
  return found
}

interface ContentType {
  media: string
  charset: Charset
  warnings: Decoded['warnings']
}

/** Clients send few different types, and each of them in every call. */
const typesSeen = new Map<string, ContentType>()

function readType(contentType: string): ContentType {
  const seen = typesSeen.get(contentType)
  if (seen) return seen
  const semicolon = contentType.indexOf(';')
  const name = semicolon === -1 ? contentType : contentType.slice(0, semicolon)
  const media = name.trim().toLowerCase()
  if (!mediaTypes.has(media)) throw unknownType(name)
  const parameter = charsetParameter.exec(contentType)
  const charset = parameter?.[1] ?? parameter?.[2]
  const type = { media, charset: charsetOf(charset), warnings: warningsOf(media, charset) }
  if (media !== multipart && typesSeen.size < 100) typesSeen.set(contentType, type)
  return type
}

const charsetParameter = /;\s*charset\s*=\s*(?:"([^"]*)"|([^;\s]*))/i

function unknownType(name: string): Undecodable {
  const allowed = [...mediaTypes].join(', ')
  return undecodable('invalid_post_type', `The Content-Type ${JSON.stringify(name.trim())} is none of ${allowed}.`)
}

function missingType(): Undecodable {
  return undecodable(
    'missing_post_type',
    `The call has a body and no Content-Type: send one, for example ${json}; charset=utf-8.`,
  )
}

function charsetOf(charset: string | undefined): Charset {
  switch (charset?.toLowerCase()) {
    case undefined:
    case 'utf-8':
    case 'utf8':
      return 'utf8'
    case 'iso-8859-1':
      return 'latin1'
    default:
      throw undecodable(
        'invalid_charset',
        `The charset ${JSON.stringify(charset)} is neither utf-8 nor iso-8859-1: send utf-8.`,
      )
  }
}

function warningsOf(media: string, charset: string | undefined): Decoded['warnings'] {
  if (media === json || media === plain) return charset === undefined ? ['missing_charset'] : []
  return charset === undefined ? [] : ['superfluous_charset']
}

function textOf(body: Buffer, charset: Charset): string {
  const marked = charset === 'utf8' && body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf
  return marked ? body.toString(charset, 3) : body.toString(charset)
}

function decodeJson(gathered: Gathered, text: string): void {
  if (text === '') return
  const root = parseJson(text, 'The body')
  if (!isObject(root)) {
    const found = Array.isArray(root) ? 'an array' : root === null ? 'null' : `a ${typeof root}`
    throw undecodable('json_not_object', `The body is JSON and ${found}: send an object, {"name": value}.`)
  }
  for (const name of Object.keys(root)) gather(gathered, name, root[name])
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function finish({ args, token, oddName }: Gathered, queryToken: boolean, warnings: Decoded['warnings']): Decoded {
  if (oddName !== undefined) throw faultOfName(oddName)
  return { args, queryToken, bodyToken: typeof token === 'string' && token !== '' ? token : undefined, warnings }
}
