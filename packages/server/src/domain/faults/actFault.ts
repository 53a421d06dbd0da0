import type { FaultTiming } from './turn.ts'

/** The ways in which a stream ends while its app goes on. */
export const streamFaultKinds = ['timed_out', 'stopped', 'errored'] as const
/** Which tokens of an app are revoked. */
export const revokedKinds = ['bot', 'user', 'app', 'all'] as const

/** A stream ends between two appends: by time, by a reader who presses Stop, or by an error. */
export interface StreamFault extends FaultTiming {
  fault: 'stream'
  how: (typeof streamFaultKinds)[number]
  /** After how many appends, counted from now on for each stream: 1 by default. With 0 open streams end at once, and others when they begin. */
  after?: number | undefined
  /** The id of an app; every app by default. */
  app?: string | undefined
}

interface AppAct {
  /** The id of the app. */
  app: string
  /** After how many calls that succeed; at once by default. */
  after?: number | undefined
  /** Of which method; of any by default. */
  method?: string | undefined
}

/** Tokens of an app are revoked, as by an operator. */
export interface TokenFault extends AppAct {
  fault: 'token'
  how: 'revoked'
  /** `bot` by default. */
  token?: (typeof revokedKinds)[number] | undefined
}

/** An app is taken out: its tokens and sockets end, and it learns of that by its last events. */
export interface AppFault extends AppAct {
  fault: 'app'
  how: 'uninstalled'
}

/** Something that is really done in the middle of the work of an app. */
export type ActFault = StreamFault | TokenFault | AppFault
/** What was done, as the journal says it. */
export type DoneFault = `stream_${StreamFault['how']}` | 'token_revoked' | 'app_uninstalled'
