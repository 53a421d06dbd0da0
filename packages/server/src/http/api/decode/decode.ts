import { argumentNameError, addArgument, noArguments, type CallArguments } from './arguments.ts'
import { decodeError, type DecodeError } from './decodeError.ts'
import { decodeForm, type Charset } from './form.ts'
import { parseJsonBody } from './json.ts'
import { decodeMultipart } from './multipart.ts'
import { isObject } from '#domain/jsonObjects'

export interface RequestParts {
  /** GET, POST and so on. */
  method: string
  contentType?: string | undefined
  /** What follows the question mark of the address. */
  query: string
  body: Buffer
  /** Whether the method may be called with GET. */
  readOnly: boolean
}

export interface DecodedCall {
  /** Has no prototype, and no `token`. */
  args: Record<string, unknown>
  /** The query has a token, which is ignored. */
  queryToken: boolean
  bodyToken: string | undefined
  warnings: readonly ('missing_charset' | 'superfluous_charset')[]
}

/**
 * Reads the arguments of a call from its query and its body. Where both have a name, the body's value wins. Throws
 * `DecodeError`. Only a multipart body makes the result a promise.
 */
export function decode(call: RequestParts): DecodedCall | Promise<DecodedCall> {
  if (call.method !== 'POST') checkVerb(call)
  const gathered = noArguments()
  const queryToken = call.query !== '' && decodeQuery(gathered, call.query)
  if (call.body.length === 0) return toDecodedCall(gathered, queryToken, [])
  if (!call.contentType) throw missingType()

  const { media, charset, warnings } = readType(call.contentType)
  if (media === multipart) {
    return decodeMultipart(gathered, call.body, call.contentType, charset).then(() =>
      toDecodedCall(gathered, queryToken, warnings),
    )
  }
  const text = textOf(call.body, charset)
  if (media === json || (media === plain && looksLikeJson.test(text))) decodeJson(gathered, text)
  else decodeForm(gathered, text, charset, 'The form')
  return toDecodedCall(gathered, queryToken, warnings)
}

const form = 'application/x-www-form-urlencoded'
const json = 'application/json'
const multipart = 'multipart/form-data'
const plain = 'text/plain'
const mediaTypes: ReadonlySet<string> = new Set([form, json, multipart, plain])
const looksLikeJson = /^\s*[{[]/

function checkVerb({ method, readOnly }: RequestParts): void {
  if (readOnly && (method === 'GET' || method === 'HEAD')) return
  const verbs = readOnly ? 'GET or POST' : 'POST'
  throw decodeError('invalid_post_type', `The method cannot be called with ${method}: use ${verbs}.`)
}

function decodeQuery(gathered: CallArguments, query: string): boolean {
  decodeForm(gathered, query, 'utf8', 'The query string')
  const found = gathered.token !== undefined
  gathered.token = undefined
  return found
}

interface ContentType {
  media: string
  charset: Charset
  warnings: DecodedCall['warnings']
}

const charsetParameter = /;\s*charset\s*=\s*(?:"([^"]*)"|([^;\s]*))/i

/** The content types that clients usually send, parsed once for all calls. */
const usualTypes: ReadonlyMap<string, ContentType> = new Map(
  [form, json, plain]
    .flatMap((media) => [
      media,
      ...['utf-8', 'UTF-8'].flatMap((name) => [`${media}; charset=${name}`, `${media};charset=${name}`]),
    ])
    .map((text) => [text, parseType(text)]),
)

function readType(contentType: string): ContentType {
  return usualTypes.get(contentType) ?? parseType(contentType)
}

function parseType(contentType: string): ContentType {
  const semicolon = contentType.indexOf(';')
  const name = semicolon === -1 ? contentType : contentType.slice(0, semicolon)
  const media = name.trim().toLowerCase()
  if (!mediaTypes.has(media)) throw unknownType(name)
  const parameter = charsetParameter.exec(contentType)
  const charset = parameter?.[1] ?? parameter?.[2]
  return { media, charset: charsetOf(charset), warnings: warningsOf(media, charset) }
}

function unknownType(name: string): DecodeError {
  const allowed = [...mediaTypes].join(', ')
  return decodeError('invalid_post_type', `The Content-Type ${JSON.stringify(name.trim())} is not one of ${allowed}.`)
}

function missingType(): DecodeError {
  return decodeError(
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
      throw decodeError(
        'invalid_charset',
        `The charset ${JSON.stringify(charset)} is neither utf-8 nor iso-8859-1: send utf-8.`,
      )
  }
}

function warningsOf(media: string, charset: string | undefined): DecodedCall['warnings'] {
  if (media === json || media === plain) return charset === undefined ? ['missing_charset'] : []
  return charset === undefined ? [] : ['superfluous_charset']
}

function textOf(body: Buffer, charset: Charset): string {
  const marked = charset === 'utf8' && body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf
  return marked ? body.toString(charset, 3) : body.toString(charset)
}

function decodeJson(gathered: CallArguments, text: string): void {
  if (text === '') return
  const root = parseJsonBody(text, 'The body')
  if (!isObject(root)) {
    const found = Array.isArray(root) ? 'an array' : root === null ? 'null' : `a ${typeof root}`
    throw decodeError('json_not_object', `The body is JSON and ${found}: send an object, {"name": value}.`)
  }
  for (const name of Object.keys(root)) addArgument(gathered, name, root[name])
}

function toDecodedCall(
  { args, token, invalidName }: CallArguments,
  queryToken: boolean,
  warnings: DecodedCall['warnings'],
): DecodedCall {
  if (invalidName !== undefined) throw argumentNameError(invalidName)
  return { args, queryToken, bodyToken: typeof token === 'string' && token !== '' ? token : undefined, warnings }
}
