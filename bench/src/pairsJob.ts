import { field } from './fields.ts'

export type PairsJob =
  /** A viewer for each channel, who opens it; and a stream in it. */
  | { kind: 'connect'; url: string; cookies: string[]; channels: string[] }
  /** Appends to each stream at a steady rate, by the second; so much each time. */
  | { kind: 'grow'; rate: number; seconds: number; text?: string }

export interface PairsResult {
  /** Deltas that were received. */
  received: number
  /** Appends a second that were really made. */
  sent: number
  /** From the answer to an append to its delta, in milliseconds; none where the delta was first. */
  p50: number
  p99: number
}

export const isPairsJob = (value: unknown): value is PairsJob => typeof field(value, 'kind') === 'string'
export const isPairsResult = (value: unknown): value is PairsResult => typeof field(value, 'received') === 'number'
