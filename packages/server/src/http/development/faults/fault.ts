import type { SocketFailure } from '#domain/apps/socketTickets'
import type { ActFault, DoneFault } from '#domain/faults/actFault'
import type { EventFault } from '#domain/faults/eventFaults'
import type { FaultTiming } from '#domain/faults/turn'

/** `times`: how many calls meet it. */
interface CallFault extends FaultTiming {
  /** How many calls pass before the first that may meet it. */
  after?: number | undefined
  /** A method's name, or `*` for every method. */
  method: string
  /** Milliseconds to wait before the call is looked at. */
  delay?: number | undefined
}

/** The call does nothing and answers an error. Without `error` and `status` it is carried out, only late. */
export interface RefusingFault extends CallFault {
  fault?: 'refused' | undefined
  error?: string | undefined
  /** The HTTP status of the answer. */
  status?: number | undefined
  /** `Retry-After` in seconds; 1 by default with the status 429. */
  retryAfter?: number | undefined
}

/** The call is carried out, and the connection closes without an answer. */
export interface LosingFault extends CallFault {
  fault: 'lost'
}

/** The call is carried out, and the connection closes in the middle of the answer. */
export interface CuttingFault extends CallFault {
  fault: 'cut'
}

/** The open sockets of an app fail, at once. */
export interface SocketFault {
  fault: 'socket'
  how: SocketFailure
  /** The id of the app; every app by default. */
  app?: string | undefined
}

/** Something that goes wrong with a call because a developer or a test asked for it, to rehearse it. */
export type InjectedCallFault = RefusingFault | LosingFault | CuttingFault
/** Those that wait for what they fit, or are over at once. */
export type WaitingFault = InjectedCallFault | SocketFault | EventFault
export type InjectedFault = WaitingFault | ActFault

/** What becomes of the answer to a call that was carried out. */
export type AnswerFault = (LosingFault | CuttingFault)['fault']
/** What the journal says of a call: what became of its answer, or what was done when it had been carried out. */
export const journaledFaults = [
  'lost',
  'cut',
  'stream_timed_out',
  'stream_stopped',
  'stream_errored',
  'token_revoked',
  'app_uninstalled',
] as const satisfies (AnswerFault | DoneFault)[]
export type JournaledFault = (typeof journaledFaults)[number]
