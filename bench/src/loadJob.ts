import { field } from './fields.ts'

export interface LoadJob {
  port: number
  /** Whose processor time is counted. */
  pid: number
  /** Other processes of the bench that run beside it. */
  beside?: number[]
  /** One request for each connection, as it goes over the wire. */
  requests: string[]
  warmMs: number
  measureMs: number
  /** Instead of a time: how often each connection sends its request. */
  each?: number
}

export interface LoadResult {
  /** Answered while it was measured. */
  requests: number
  /** Answered in all, before and after too. */
  total: number
  seconds: number
  /** Processor time of the server for a request, in microseconds. */
  cpuPerRequest: number
  /** The generator's own share of a core. Near 1 it would be the bottleneck. */
  busy: number
  /** What the rest of the machine took meanwhile, in cores. */
  elsewhere: number
  /** Milliseconds. */
  p50: number
  p99: number
}

export const isLoadJob = (value: unknown): value is LoadJob => Array.isArray(field(value, 'requests'))
export const isLoadResult = (value: unknown): value is LoadResult => typeof field(value, 'requests') === 'number'
