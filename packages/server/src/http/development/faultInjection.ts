import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '#domain/refusal'

/** A fault that a developer or a test has asked for, to rehearse it. */
export interface InjectedFault {
  /** A method's name, or `*` for every method. */
  method: string
  error?: string | undefined
  /** The HTTP status of the answer. */
  status?: number | undefined
  /** How many calls meet the fault. */
  times: number
  /** Milliseconds to wait before answering. */
  delay: number
  /** How many calls pass before the first that meets the fault. */
  after: number
}

/** Answered as injected, whether or not the method declares the error. */
export class InjectedRefusal extends Refusal {
  readonly status: number | undefined

  constructor({ error, status }: InjectedFault) {
    super(error ?? errorFor(status), 'This error was injected with /control/faults.')
    this.status = status
  }
}

function errorFor(status: number | undefined): string {
  if (status === 429) return 'ratelimited'
  return status === 503 ? 'service_unavailable' : 'internal_error'
}

/** The faults that the next calls meet. */
export class FaultInjection {
  #faults: InjectedFault[] = []

  add(fault: InjectedFault): void {
    this.#faults.push({ ...fault })
  }

  clear(): void {
    this.#faults = []
  }

  list(): InjectedFault[] {
    return this.#faults.map((fault) => ({ ...fault }))
  }

  get isActive(): boolean {
    return this.#faults.length > 0
  }

  /** Lets a call of this method meet the next fault that fits: waits its delay, then throws its error, if it has one. */
  async meet(method: string): Promise<void> {
    const fault = this.#next(method)
    if (!fault) return
    if (fault.delay > 0) await sleep(fault.delay)
    if (fault.error !== undefined || fault.status !== undefined) throw new InjectedRefusal(fault)
  }

  #next(method: string): InjectedFault | undefined {
    const fault = this.#faults.find((one) => one.method === method || one.method === '*')
    if (!fault) return undefined
    if (fault.after > 0) {
      fault.after -= 1
      return undefined
    }
    fault.times -= 1
    if (fault.times <= 0) this.#faults.splice(this.#faults.indexOf(fault), 1)
    return fault
  }
}
