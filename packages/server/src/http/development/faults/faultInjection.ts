import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '#domain/refusal'
import type { ActFault } from '#domain/faults/actFault'
import type { EventFault, EventFaults } from '#domain/faults/eventFaults'
import { FaultTurn } from '#domain/faults/turn'
import type { ActFaults } from './actFaults.ts'
import type {
  AnswerFault,
  InjectedCallFault,
  InjectedFault,
  RefusingFault,
  SocketFault,
  WaitingFault,
} from './fault.ts'

/** Answered as injected, whether or not the method declares the error. */
export class InjectedRefusal extends Refusal {
  readonly status: number | undefined

  constructor(
    { error, status, retryAfter }: Pick<RefusingFault, 'error' | 'status' | 'retryAfter'>,
    detail = 'This error was injected with /control/faults.',
  ) {
    const extra = retryAfter === undefined ? {} : { retryAfter }
    super(error ?? errorFor(status), detail, extra)
    this.status = status
  }
}

function errorFor(status: number | undefined): string {
  if (status === 429) return 'ratelimited'
  return status === 503 ? 'service_unavailable' : 'internal_error'
}

interface Waiting {
  fault: InjectedCallFault
  turn: FaultTurn
  after: number
}

/** Where faults other than those of calls happen. */
export interface FaultPlaces {
  onSocketFault: (fault: SocketFault) => void
  /** Ends what socket faults have left. */
  onCleared: () => void
  events: EventFaults
  acts: ActFaults
  /** Aborted when the server goes down. */
  shutdown: AbortSignal
}

/** Everything that goes wrong because somebody asked for it. */
export class FaultInjection {
  readonly acts: ActFaults
  readonly events: EventFaults
  readonly #onSocketFault: (fault: SocketFault) => void
  readonly #onCleared: () => void
  readonly #shutdown: AbortSignal
  #waiting: Waiting[] = []
  /** Aborted when the faults are removed: no call waits any longer. With a refusal, those that waited are not carried out. */
  #removed = new AbortController()

  constructor({ onSocketFault, onCleared, events, acts, shutdown }: FaultPlaces) {
    this.#shutdown = shutdown
    this.#onSocketFault = onSocketFault
    this.#onCleared = onCleared
    this.events = events
    this.acts = acts
  }

  /** A fault of calls or events waits for them; sockets fail at once. What is done at once is done when this resolves. */
  async inject(fault: InjectedFault): Promise<void> {
    if (fault.fault === 'stream' || fault.fault === 'token' || fault.fault === 'app') await this.acts.add(fault)
    else this.add(fault)
  }

  add(fault: WaitingFault): void {
    if (fault.fault === 'socket') this.#onSocketFault(fault)
    else if (fault.fault === 'event') this.events.add(fault)
    else this.#waiting.push({ fault, turn: new FaultTurn(fault), after: fault.after ?? 0 })
  }

  /** What the faults held back goes on. */
  clear(): void {
    this.#removeOfCalls()
    this.events.clear()
    this.#onCleared()
  }

  /** A reset begins. Calls that are held are refused, because they would be carried out in the state after it. */
  beginReset(): void {
    // A status other than 200 would let the SDKs call again.
    this.#removeOfCalls(new InjectedRefusal({ error: 'fatal_error' }, 'The server was reset while this call waited.'))
  }

  /** The events that were held back are gone. */
  endReset(): void {
    this.events.forget()
    this.#onCleared()
  }

  #removeOfCalls(refusal?: Refusal): void {
    this.#waiting = []
    this.acts.clear()
    this.#removed.abort(refusal)
    this.#removed = new AbortController()
  }

  /** As injected, with what is left of `times` and `after`. */
  list(): (InjectedCallFault | EventFault | ActFault)[] {
    const ofCalls = this.#waiting.map(({ fault, turn: { times }, after }): InjectedCallFault => ({
      fault: 'refused',
      delay: 0,
      ...fault,
      times,
      after,
    }))
    return [...ofCalls, ...this.events.list(), ...this.acts.list()]
  }

  get isActive(): boolean {
    return this.#waiting.length > 0
  }

  /**
   * Lets a call of this method meet the next fault that fits: waits its delay, then throws its error, if it has one. Returns what
   * becomes of the answer. `identify` is called first, so that the journal says of every call whose it is.
   */
  async meet(method: string, identify: () => Promise<void>): Promise<AnswerFault | undefined> {
    const fault = this.#next(method)
    if (!fault) return undefined
    const removed = this.#removed.signal
    await identify()
    if (fault.delay !== undefined && fault.delay > 0) await this.#wait(fault.delay, removed)
    if (removed.reason instanceof Refusal) throw removed.reason
    if (fault.fault === 'lost' || fault.fault === 'cut') return fault.fault
    if (fault.error !== undefined || fault.status !== undefined) throw new InjectedRefusal(fault)
    return undefined
  }

  async #wait(milliseconds: number, removed: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([this.#shutdown, removed])
    await sleep(milliseconds, undefined, { signal }).catch(() => {})
  }

  /** In the order in which they were injected. What one of them lets pass may meet the next. */
  #next(method: string): InjectedCallFault | undefined {
    for (const waiting of this.#waiting) {
      const { fault, turn } = waiting
      if (fault.method !== method && fault.method !== '*') continue
      if (waiting.after > 0) {
        waiting.after -= 1
        continue
      }
      if (!turn.draw()) continue
      turn.take()
      if (turn.isOver) this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
      return fault
    }
    return undefined
  }
}
