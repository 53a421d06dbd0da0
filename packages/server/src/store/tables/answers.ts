import type { Generated } from 'kysely'
import type { Json } from './columns.ts'

/** The table of idempotency keys. */
export interface AnswerTables {
  /** The answer to a call with an idempotency key, and a hash of its arguments (`given`). */
  answers: {
    team_id: string
    caller: string
    method: string
    key: string
    given: string
    answer: Json<Answered>
    /** The message that the answer is about, if it is about one. */
    channel_id: Generated<string | null>
    ts: Generated<string | null>
    at: number
  }
}

/** What a method answered, and its warnings. */
export interface Answered {
  result: object
  warnings: string[]
}
