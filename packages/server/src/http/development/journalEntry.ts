import type { AnswerFault } from './faults/fault.ts'
import type { Hint } from './hints/hint.ts'

/** What all entries about apps have. */
interface Repeating {
  /** The number of the entry that this one repeats, because somebody asked for it. */
  replays?: number | undefined
}

/** One attempt to deliver an event to an app. */
export interface DeliveryEntry extends Repeating {
  seq: number
  kind: 'delivery'
  at: number
  team: string
  app: string
  channel: string
  event_id: string
  /** As sent to the app; long texts are shortened. */
  event: Record<string, unknown>
  /** Of a delivery over Socket Mode. */
  envelope_id: string | undefined
  /** Of a delivery by HTTP: the address, and the status of the answer. */
  url?: string | undefined
  status?: number | undefined
  attempt: number
  outcome: string
  /** The reason of the outcome, as a sentence. */
  detail?: string | undefined
  took_ms: number | undefined
}

/** One interaction of a person with an app, and the app's answer. */
export interface InteractionEntry extends Repeating {
  seq: number
  kind: 'interaction'
  at: number
  team: string
  app: string
  user: string
  type: string
  /** As sent to the app, without its secrets; long texts are shortened. */
  payload: Record<string, unknown>
  way: 'socket' | 'http'
  envelope_id: string | undefined
  outcome: string
  detail: string
  answer: unknown
  took_ms: number
}

/** What a person did. What they do with an element, a modal or a command of an app is an interaction. */
export interface ActEntry {
  seq: number
  kind: 'act'
  at: number
  team: string
  user: string
  /** `says`, `edits`, `deletes`, `forwards`, `uploads`, `stops`, `reacts`, `unreacts`, `opens` … */
  act: string
  channel?: string | undefined
  /** The message that they wrote, or that the act is about. */
  ts?: string | undefined
  /** What else it takes to do the same again; long texts are shortened. */
  detail: Record<string, unknown>
}

export type JournalEntry = CallEntry | DeliveryEntry | InteractionEntry | ActEntry

/** One call of the Web API. */
export interface CallEntry extends Repeating {
  seq: number
  kind: 'call'
  at: number
  request_id: string
  method: string
  team: string | undefined
  app: string | undefined
  user: string | undefined
  /** As received, without tokens; long texts are shortened. */
  args: Record<string, unknown>
  status: number
  /** As answered, without secrets; long texts and lists are shortened. */
  answer: Record<string, unknown>
  /** An injected fault kept the answer, or half of it, from the app. */
  fault: AnswerFault | undefined
  ok: boolean
  error: string | undefined
  detail: string | undefined
  /** What would fail or surprise on the public service. */
  hints: readonly Hint[]
  took_ms: number
}
