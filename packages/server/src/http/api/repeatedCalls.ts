import { setTimeout as sleep } from 'node:timers/promises'
import { answerOnce, type IdempotentCall, nameOf } from '#domain/access/idempotency'
import { Refusal } from '#domain/refusal'
import type { Store, Tx } from '#store/db'
import type { Answered } from '#store/tables/answers'

/** How long a repetition waits for a call that another process answers, and how often it looks. Milliseconds. */
const patienceMs = 3000
const lookMs = { first: 25, most: 200 }

/**
 * [REP-1] The calls with a key that this process answers. A repetition waits until the earlier ones are answered, without a
 * connection to the database: impatient callers leave connections for others.
 */
export class RepeatedCalls {
  readonly #lastByName = new Map<string, Promise<unknown>>()

  /** Answers a call. If none with its key is under way, the write begins at once, and so keeps its position. */
  async answer(
    store: Store,
    call: IdempotentCall,
    handle: (tx: Tx) => Promise<Answered>,
    orderingKey: string | undefined,
  ): Promise<Answered> {
    const name = nameOf(call)
    const earlier = this.#lastByName.get(name)
    const write = () => writeOnce(store, call, handle, orderingKey)
    const running = earlier ? earlier.then(write, write) : write()
    this.#lastByName.set(name, running)
    try {
      return await running
    } finally {
      if (this.#lastByName.get(name) === running) this.#lastByName.delete(name)
    }
  }
}

/** Each look is a transaction of its own, so that nothing is held between two. */
async function writeOnce(
  store: Store,
  call: IdempotentCall,
  handle: (tx: Tx) => Promise<Answered>,
  orderingKey: string | undefined,
): Promise<Answered> {
  const until = performance.now() + patienceMs
  for (let pause = lookMs.first; ; pause = Math.min(2 * pause, lookMs.most)) {
    const answered = await store.write((tx) => answerOnce(tx, call, () => handle(tx)), orderingKey)
    if (answered) return answered
    if (performance.now() >= until) throw stillRunning()
    await sleep(pause)
  }
}

function stillRunning(): Refusal {
  const detail = 'The first call with this key still runs in another process; try again in a moment.'
  return new Refusal('service_unavailable', detail, { retryAfter: 1 })
}
