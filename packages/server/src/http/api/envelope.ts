import type { Refusal } from '#domain/refusal'
import type { Hint } from '#http/development/hints/hint'
import { maskTokens } from './secrets.ts'
import { type AnswerHead, type Header, toAnswerHead } from '#http/wire/exchange'

/** What every answer of the Web API has in addition to its own fields. */
export interface Envelope {
  requestId: string
  warnings: readonly string[]
  scopes: readonly string[] | undefined
  acceptedScopes: readonly string[] | undefined
  /** The connection closes after the answer: bytes of the call are unread, or the server is going down. */
  close: boolean
}

const commonHeaders: readonly Header[] = [
  ['content-type', 'application/json; charset=utf-8'],
  ['cache-control', 'private, no-cache, no-store, must-revalidate'],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['x-frame-options', 'DENY'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
]

const noScopes: readonly string[] = []

/** [ENV-1] The headers of an answer, built once for each pair of method and token. */
export class AnswerHeads {
  /** Keyed by the method's list of scopes, then by the token's. Both arrays live as long as they are cached. */
  readonly #heads = new WeakMap<readonly string[], WeakMap<readonly string[], AnswerHead>>()

  for({ scopes = noScopes, acceptedScopes: accepted = noScopes }: Envelope): AnswerHead {
    let ofMethod = this.#heads.get(accepted)
    if (!ofMethod) this.#heads.set(accepted, (ofMethod = new WeakMap()))
    let head = ofMethod.get(scopes)
    if (!head) {
      head = toAnswerHead([
        ...commonHeaders,
        ['x-oauth-scopes', scopes.join(',')],
        ['x-accepted-oauth-scopes', accepted.join(',')],
      ])
      ofMethod.set(scopes, head)
    }
    return head
  }
}

/** [ENV-3, ENV-5] */
export function successBody(result: object, warnings: readonly string[], hints: readonly Hint[] = []): object {
  if (warnings.length + hints.length === 0) return { ok: true, ...result }
  return withWarnings({ ok: true, ...result }, warnings, hints)
}

/** A token that stands where something else belongs is masked, since apps log what they are answered. */
export function failureBody(refusal: Refusal, warnings: readonly string[], hints: readonly Hint[] = []): object {
  const { code, extra: more } = refusal
  const detail = refusal.detail && maskTokens(refusal.detail)
  const messages = (more.messages?.length ? more.messages : detail ? [detail] : []).map(
    (message) => `[ERROR] ${maskTokens(message)}`,
  )
  const body = {
    ok: false,
    error: code,
    ...(detail ? { detail } : {}),
    ...(more.errors ? { errors: more.errors } : {}),
    ...(more.needed === undefined ? {} : { needed: more.needed, provided: more.provided ?? '' }),
    ...(more.args ? { args: more.args } : {}),
    ...(more.method === undefined ? {} : { req_method: maskTokens(more.method) }),
    ...(messages.length > 0 ? { response_metadata: { messages } } : {}),
  }
  return warnings.length + hints.length === 0 ? body : withWarnings(body, warnings, hints)
}

function withWarnings(
  body: { ok: boolean; response_metadata?: { warnings?: readonly string[]; messages?: readonly string[] } },
  more: readonly string[],
  hints: readonly Hint[],
): object {
  // The method itself may have warned, too.
  const own = [...(body.response_metadata?.warnings ?? []), ...more]
  const others = hints.filter(({ code }) => !own.includes(code))
  const warnings = [...own, ...others.map(({ code }) => code)]
  const sentences = [
    ...own.flatMap((code) => warningSentences[code] ?? []),
    ...others.map(({ detail }) => maskTokens(detail)),
  ].map((sentence) => `[WARN] ${sentence}`)
  const messages = [...(body.response_metadata?.messages ?? []), ...sentences]
  return {
    ...body,
    warning: warnings.join(','),
    response_metadata: { ...body.response_metadata, ...(messages.length > 0 ? { messages } : {}), warnings },
  }
}

/** Sentences for warnings whose code alone is not clear. */
const warningSentences: Record<string, string> = {
  ignored_content:
    'The method does not take all content of the call, and left something out. Its page lists its arguments.',
  message_truncated: 'The message has the first 40,000 characters of `text`; the rest was left out.',
  scope_deprecated:
    'The scope assistant:write will soon not suffice for this method; request chat:write, which the token lacks.',
}
