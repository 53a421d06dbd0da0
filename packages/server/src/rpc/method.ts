import type { z } from 'zod'
import type { Caller } from '#domain/access/caller'
import { Refusal, type RefusalDetails } from '#domain/refusal'
import type { Db, Tx } from '#store/db'
import type { MaybePromise } from '#store/maybePromise'
import type { CommonError } from '#rpc/errors/common'
import type { DeclaredError } from '#rpc/errors/declaredError'

export type TokenKind = 'bot' | 'user' | 'app' | 'org'
/** The tier of a method's rate limit: calls a minute for an app in a team, where the setting `rate_tiers` is on. */
export type Rate = keyof typeof rates
export const rates = { tier1: 1, tier2: 20, tier3: 50, tier4: 100, special: Infinity } as const

interface Declared<Args extends z.ZodObject, Result extends z.ZodObject, Code extends string> {
  /** One sentence that says what the method does. */
  summary: string
  /** The kinds of token that it takes. `none`: it needs no token. */
  tokens: readonly TokenKind[] | 'none'
  /** The token needs one of these. Empty: it needs none. */
  scopes: readonly string[]
  rate: Rate
  /** Calls a minute for an app in a team, whatever `rate_tiers` says. */
  perMinute?: number
  args: Args
  result: Result
  /** The method's own errors. Those that every method has (`commonErrors`) are left out. */
  errors: Record<Code, DeclaredError>
  /** It writes, but may be called with GET, because clients do so. */
  byGet?: true
  /** Its answer is a secret and is never stored, so that an idempotency key has no effect. */
  secret?: true
  /** Calls with the same key take effect in the order received. */
  orderingKey?(args: z.output<Args>): string
}

interface Handled<Args extends z.ZodObject, Result extends z.ZodObject, Code extends string, D> extends Declared<
  Args,
  Result,
  Code
> {
  handle(args: z.output<Args>, call: Call<D, Code>): MaybePromise<z.input<Result>>
}

/** What a method sees of its call. */
export interface Call<D, Code extends string = string> {
  caller: Caller
  db: D
  refuse(code: Code | CommonError, detail: string, more?: RefusalDetails): Refusal
  /** [ENV-5] Adds a code to the answer's warnings. */
  warn(word: string): void
}

/** A method of the Web API, with any arguments. */
export interface Method {
  name: string
  effect: 'read' | 'write'
  summary: string
  tokens: readonly TokenKind[] | 'none'
  scopes: readonly string[]
  rate: Rate
  perMinute: number | undefined
  args: z.ZodObject
  result: z.ZodObject
  errors: Readonly<Record<string, DeclaredError>>
  byGet?: true
  secret?: true
  orderingKey?(args: object): string
  /** `args` has passed the declaration. The `db` of a writing method is its transaction. */
  handle(args: object, call: Call<Db>): MaybePromise<object>
}

/** Declares a method that only reads. It may be called with GET too. */
export function method<Args extends z.ZodObject, Result extends z.ZodObject, Code extends string>(
  name: string,
  declared: Handled<Args, Result, Code, Db>,
) {
  return { perMinute: undefined, ...declared, name, effect: 'read' as const }
}

/** Declares a method that writes. `handle` runs in one transaction: if it throws, nothing was written. */
export function writingMethod<Args extends z.ZodObject, Result extends z.ZodObject, Code extends string>(
  name: string,
  declared: Handled<Args, Result, Code, Tx>,
) {
  return { perMinute: undefined, ...declared, name, effect: 'write' as const }
}

/** A refusal with a declared error code, for `throw`. */
export function refuse(code: string, detail: string, more?: RefusalDetails): Refusal {
  return new Refusal(code, detail, more)
}
