import { field } from '#measure/untypedFields'

export type ViewersJob =
  /** Connects `count` viewers of the channel. With `stopsReading`, they read nothing after the channel was shown. */
  | { kind: 'connect'; url: string; cookies: string[]; count: number; channel: string; stopsReading?: boolean }
  /** Disconnects all viewers. */
  | { kind: 'leave' }
  /** Counts what was received since the last count. */
  | { kind: 'count' }

export interface ViewersResult {
  /** Open sockets. */
  open: number
  frames: number
  bytes: number
  /** Deltas that the first viewer received. */
  deltas: number
}

export const isViewersJob = (value: unknown): value is ViewersJob => typeof field(value, 'kind') === 'string'
export const isViewersResult = (value: unknown): value is ViewersResult => typeof field(value, 'open') === 'number'
