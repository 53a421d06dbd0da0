import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '#domain/refusal'

/** An answer that someone ordered, to rehearse a fault. */
export interface OrderedFault {
  /** A method's name, or `*`. */
  method: string
  error?: string | undefined
  status?: number | undefined
  /** How many calls answer so. */
  times: number
  /** Milliseconds to wait before answering. */
  delay: number
  /** How many calls pass before the first that answers so. */
  after: number
}

/** Answered as it was ordered, whether or not the method declares it. */
export class OrderedRefusal extends Refusal {
  /** The HTTP status that was ordered, if one was. */
  readonly status: number | undefined

  constructor({ error, status }: OrderedFault) {
    super(error ?? wordOf(status), 'This answer was ordered with /control/faults.', { retryAfter: 1 })
    this.status = status
  }
}

function wordOf(status: number | undefined): string {
  if (status === 429) return 'ratelimited'
  return status === 503 ? 'service_unavailable' : 'internal_error'
}

export class Faults {
  #ordered: OrderedFault[] = []

  order(fault: OrderedFault): void {
    this.#ordered.push({ ...fault })
  }

  clear(): void {
    this.#ordered = []
  }

  list(): OrderedFault[] {
    return this.#ordered.map((fault) => ({ ...fault }))
  }

  get any(): boolean {
    return this.#ordered.length > 0
  }

  /** The fault that the next call of this method meets, after its delay. */
  async next(method: string): Promise<OrderedFault | undefined> {
    if (this.#ordered.length === 0) return undefined
    const fault = this.#ordered.find((ordered) => ordered.method === method || ordered.method === '*')
    if (!fault) return undefined
    if (fault.after > 0) {
      fault.after -= 1
      return undefined
    }
    fault.times -= 1
    if (fault.times <= 0) this.#ordered.splice(this.#ordered.indexOf(fault), 1)
    if (fault.delay > 0) await sleep(fault.delay)
    return fault
  }
}
