import { field } from '#measure/untypedFields'

export interface LoadJob {
  port: number
  /** The process whose processor time is measured. */
  serverPid: number
  /** Other processes of the bench, which do not count as other load. */
  otherPids?: number[]
  /** One request for each connection, as sent over the wire. */
  requests: string[]
  warmMs: number
  measureMs: number
  /** Instead of a duration: how often each connection sends its request. */
  requestsPerConnection?: number
  /** Every so many milliseconds, each connection sends its request; without it, again and again. */
  everyMs?: number
}

export interface LoadResult {
  /** Requests answered during the window. */
  requests: number
  /** Requests answered in total, before and after the window too. */
  total: number
  seconds: number
  /** Processor time of the server per request, in microseconds. */
  cpuPerRequest: number
  /** The load of the generator itself, in cores. Near 1 it is the bottleneck. */
  generatorLoad: number
  /** The load of everything else on the machine, in cores. */
  otherLoad: number
  /** Latencies in milliseconds. */
  p50: number
  p99: number
}

export const isLoadJob = (value: unknown): value is LoadJob => Array.isArray(field(value, 'requests'))
export const isLoadResult = (value: unknown): value is LoadResult => typeof field(value, 'requests') === 'number'
