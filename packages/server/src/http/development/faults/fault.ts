import type { SocketFailure } from '#domain/apps/socketTickets'

/** Which of the calls that a fault fits meet it. */
interface FaultTiming {
  /** How many calls meet it: 1 by default, without end if there is a `probability`. */
  times?: number | undefined
  /** How many calls pass before the first that may meet it. */
  after?: number | undefined
  /** The share of the calls that meet it, 0 to 1; all by default. */
  probability?: number | undefined
  /** Another number draws other calls. The same number always draws the same. */
  seed?: number | undefined
}

interface CallFault extends FaultTiming {
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
export type InjectedFault = InjectedCallFault | SocketFault

/** What becomes of the answer to a call that was carried out. */
export type AnswerFault = (LosingFault | CuttingFault)['fault']
