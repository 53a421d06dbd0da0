import { field } from '#measure/untypedFields'

export type StreamsJob =
  /** Opens each channel for one viewer, and starts a stream in it. `feedUrl`: the viewers are at another node. */
  | { kind: 'connect'; url: string; feedUrl?: string; cookies: string[]; channels: string[] }
  /** Appends `text` to each stream, `rate` times per second. */
  | { kind: 'append'; rate: number; seconds: number; text?: string }

export interface StreamsResult {
  /** Deltas received. */
  received: number
  /** Appends per second that were really sent. */
  sent: number
  /** From the answer to an append to its frame, in milliseconds; 0 if the frame came first. */
  p50: number
  p99: number
}

export const isStreamsJob = (value: unknown): value is StreamsJob => typeof field(value, 'kind') === 'string'
export const isStreamsResult = (value: unknown): value is StreamsResult => typeof field(value, 'received') === 'number'
