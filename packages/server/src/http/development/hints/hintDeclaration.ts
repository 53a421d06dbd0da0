import type { MaybePromise } from '#store/maybePromise'
import type { HintedCall } from './hintedCall.ts'

/** A kind of hint. `rivulet explain` and docs/hints.md print it. */
export interface HintDeclaration {
  /** What the public service does, or wants. */
  there: string
  remedy: string
  /** Where that is known from. */
  source: string
  /** What this call has to do with it, as a sentence; undefined if nothing. */
  find(call: HintedCall): MaybePromise<string | undefined>
}
