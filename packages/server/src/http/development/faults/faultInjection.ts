import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '#domain/refusal'
import type { AnswerFault, InjectedCallFault, InjectedFault, RefusingFault, SocketFault } from './fault.ts'
import { createDraw } from './draw.ts'

/** Answered as injected, whether or not the method declares the error. */
export class InjectedRefusal extends Refusal {
  readonly status: number | undefined

  constructor({ error, status, retryAfter }: RefusingFault) {
    const extra = retryAfter === undefined ? {} : { retryAfter }
    super(error ?? errorFor(status), 'This error was injected with /control/faults.', extra)
    this.status = status
  }
}

function errorFor(status: number | undefined): string {
  if (status === 429) return 'ratelimited'
  return status === 503 ? 'service_unavailable' : 'internal_error'
}

interface Waiting {
  fault: InjectedCallFault
  /** How many calls still meet it; without end if undefined. */
  times: number | undefined
  after: number
  draw: () => number
}

/** The faults that the next calls meet. */
export class FaultInjection {
  readonly #onSocketFault: (fault: SocketFault) => void
  #waiting: Waiting[] = []

  constructor(onSocketFault: (fault: SocketFault) => void = () => {}) {
    this.#onSocketFault = onSocketFault
  }

  /** A fault of calls waits for them; sockets fail at once. */
  add(fault: InjectedFault): void {
    if (fault.fault === 'socket') return this.#onSocketFault(fault)
    const { times = fault.probability === undefined ? 1 : undefined, after = 0, seed = 1 } = fault
    this.#waiting.push({ fault, times, after, draw: createDraw(seed) })
  }

  clear(): void {
    this.#waiting = []
  }

  /** As injected, with what is left of `times` and `after`. */
  list(): InjectedCallFault[] {
    return this.#waiting.map(({ fault, times, after }) => ({ fault: 'refused', delay: 0, ...fault, times, after }))
  }

  get isActive(): boolean {
    return this.#waiting.length > 0
  }

  /**
   * Lets a call of this method meet the next fault that fits: waits its delay, then throws its error, if it has one. Returns what
   * becomes of the answer.
   */
  async meet(method: string): Promise<AnswerFault | undefined> {
    const fault = this.#next(method)
    if (!fault) return undefined
    if (fault.delay !== undefined && fault.delay > 0) await sleep(fault.delay)
    if (fault.fault === 'lost' || fault.fault === 'cut') return fault.fault
    if (fault.error !== undefined || fault.status !== undefined) throw new InjectedRefusal(fault)
    return undefined
  }

  #next(method: string): InjectedCallFault | undefined {
    const waiting = this.#waiting.find(({ fault }) => fault.method === method || fault.method === '*')
    if (!waiting) return undefined
    if (waiting.after > 0) {
      waiting.after -= 1
      return undefined
    }
    if (waiting.draw() >= (waiting.fault.probability ?? 1)) return undefined
    if (waiting.times !== undefined && --waiting.times <= 0) this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
    return waiting.fault
  }
}
