import type { z } from 'zod'
import type { Caller } from '#domain/access/caller'
import { Refusal, type RefusalDetails } from '#domain/refusal'
import type { Db, Tx } from '#store/db'
import type { Soon } from '#store/maybePromise'
import type { CommonError } from '#rpc/errors/common'
import type { DeclaredError } from '#rpc/errors/explained'

export type TokenKind = 'bot' | 'user' | 'app' | 'org'
/** How often it may be called where tiers apply: calls a minute for an app in a team. */
export type Rate = keyof typeof rates
export const rates = { tier1: 1, tier2: 20, tier3: 50, tier4: 100, special: Infinity } as const

interface Declared<Args extends z.ZodObject, Result extends z.ZodObject, Code extends string> {
  /** One sentence: what it does. */
  summary: string
  /** The kinds of token it takes; `none`: it needs no token. */
  tokens: readonly TokenKind[] | 'none'
  /** One of these is needed. Empty: any token will do. */
  scopes: readonly string[]
  rate: Rate
  /** Calls an app may make in a team in any minute, whether or not tiers apply. */
  perMinute?: number
  args: Args
  result: Result
  /** The refusals of its own, each with what is wrong in a sentence. The shared ones are understood. */
  errors: Record<Code, DeclaredError>
  /** It writes, and clients call it with GET nevertheless. */
  byGet?: true
  /** Its answer is a secret, which is kept nowhere: each call is answered anew. */
  secret?: true
  /** Calls that name the same take effect in the order in which they came. */
  turn?(args: z.output<Args>): string
}

interface Handled<Args extends z.ZodObject, Result extends z.ZodObject, Code extends string, D> extends Declared<
  Args,
  Result,
  Code
> {
  handle(args: z.output<Args>, call: Call<D, Code>): Soon<z.input<Result>>
}

/** All that a call sees. */
export interface Call<D, Code extends string = string> {
  caller: Caller
  db: D
  refuse(code: Code | CommonError, detail: string, more?: RefusalDetails): Refusal
  /** [ENV-5] Adds a word to the answer's warnings. */
  warn(word: string): void
}

/** A method of the Web API, whatever its arguments. */
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
  turn?(args: object): string
  /** `args` has passed the declaration. A writing method gets the transaction as `db`. */
  handle(args: object, call: Call<Db>): Soon<object>
}

/** A method that only reads; it may be called with GET too. */
export function method<Args extends z.ZodObject, Result extends z.ZodObject, Code extends string>(
  name: string,
  declared: Handled<Args, Result, Code, Db>,
) {
  return { perMinute: undefined, ...declared, name, effect: 'read' as const }
}

/** A method that writes. All of `handle` runs in one transaction: if it refuses, nothing was written. */
export function writingMethod<Args extends z.ZodObject, Result extends z.ZodObject, Code extends string>(
  name: string,
  declared: Handled<Args, Result, Code, Tx>,
) {
  return { perMinute: undefined, ...declared, name, effect: 'write' as const }
}

export function refuse(code: string, detail: string, more?: RefusalDetails): Refusal {
  return new Refusal(code, detail, more)
}
