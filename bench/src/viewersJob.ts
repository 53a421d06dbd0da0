import { field } from './fields.ts'

export type ViewersJob =
  /** Connects so many viewers, who each watch the channel. `deaf`: once they were shown it they take nothing any more. */
  | { kind: 'connect'; url: string; cookies: string[]; count: number; channel: string; deaf?: boolean }
  /** All of them are gone. */
  | { kind: 'leave' }
  /** What has come since the last time. */
  | { kind: 'count' }

export interface ViewersResult {
  /** Sockets that are open. */
  open: number
  frames: number
  bytes: number
  /** Deltas that the first viewer was shown as such. */
  deltas: number
}

export const isViewersJob = (value: unknown): value is ViewersJob => typeof field(value, 'kind') === 'string'
export const isViewersResult = (value: unknown): value is ViewersResult => typeof field(value, 'open') === 'number'
